import {setTimeout as pause} from 'node:timers/promises';
import type {ExecutionContext} from 'ava';
import type {Checkpoint} from '../../../source/fleet/ship/checkpoints/checkpoint.js';
import {leftBehind} from '../../../source/fleet/ship/checkpoints/left-behind.js';
import {Delivery} from '../../../source/fleet/ship/delivery/delivery.js';
import {openLogs} from '../../../source/fleet/ship/logs/open-logs.js';
import {Shipper} from '../../../source/fleet/ship/shipper.js';
import {patience, waitFor} from '../wait-for.js';
import type {FakeServer, Outcome} from './fake-server.js';

/** Conditions for shipping files on disk. */
export type ShipUntil = {
	readonly path: string;
	readonly server: FakeServer;
	/** Decides from the number of saves and the checkpoint whether the process is killed now. */
	readonly isOver: (saves: number, checkpoint: Checkpoint) => boolean;
	/** Called between the first listing of the files and their opening. */
	readonly listed?: () => void;
	/** Outcome of each attempt to send; success by default. */
	readonly outcome?: Outcome;
};

/** Ships a log and its rotated files, and then simulates a kill. Returns the checkpoint. */
export async function shipUntil(
	t: ExecutionContext,
	before: Checkpoint,
	{path, server, isOver, listed = () => {}, outcome = 'taken'}: ShipUntil,
): Promise<Checkpoint> {
	let checkpoint = before;
	let saves = 0;
	let lists = 0;
	let isKilled = false;
	const list = async () => {
		const found = await leftBehind(before, [path]);
		if (lists++ === 0) {
			listed();
		}
		return found;
	};
	const {followed, listener: shipper} = await openLogs(
		{paths: [path], follow: true, poll: true, isAllNew: true},
		list,
		({logs}) =>
			new Shipper({
				source: 'web',
				checkpoint: {...before, logs},
				save: async state => {
					if (isKilled || isOver(saves, checkpoint)) {
						isKilled = true;
						await new Promise(() => {});
					}
					saves++;
					checkpoint = JSON.parse(JSON.stringify(state));
				},
				delivery: new Delivery(async batch => server.take(batch, outcome), {first: 1, max: 5}),
				sizes: {chunk: 700, head: 5000},
				follow: true,
				notify: (file, text) => t.log(`${file}: ${text}`),
				limits: {rows: 3, bytes: 4000, time: 2, fewRows: 2, days: 3},
			}),
	);
	void shipper.run(followed.started);
	await waitFor(
		() => isKilled || isOver(saves, checkpoint),
		() => JSON.stringify(shipper.progress),
		patience,
	).catch((error: unknown) => t.log(error));
	// State that would still be saved. A killed process doesn't save it.
	await pause(0);
	isKilled = true;
	shipper.stop();
	await followed.close();
	return checkpoint;
}

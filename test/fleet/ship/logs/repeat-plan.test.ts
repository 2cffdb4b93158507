import test from 'ava';
import type {Checkpoint} from '../../../../source/fleet/ship/checkpoints/checkpoint.js';
import type {Batch} from '../../../../source/fleet/ship/delivery/batch.js';
import {Delivery} from '../../../../source/fleet/ship/delivery/delivery.js';
import {Shipper} from '../../../../source/fleet/ship/shipper.js';
import {logLine, logStart} from '../../../helpers/log-lines.js';
import {FakeServer} from '../../../helpers/ship/fake-server.js';
import {OpenWorldFile, WorldFile} from '../../../helpers/ship/file-world.js';
import {waitFor} from '../../../helpers/wait-for.js';

/** A file whose first reads fail. */
class FailingFile extends OpenWorldFile {
	failures = 0;

	override async read(target: Uint8Array, position: number): Promise<number> {
		return this.failures-- > 0 ? 0 : super.read(target, position);
	}
}

test("repeats a planned batch unchanged, even if its file can't be read at first", async t => {
	const server = new FakeServer();
	const file = new WorldFile('/logs/a.log');
	for (let number = 0; number < 20; number++) {
		file.append(logLine({time: logStart + number * 1000, url: `/${number}`}));
	}
	const said: string[] = [];
	let checkpoint: Checkpoint = {
		...{version: 1, source: 'web', target: 'there', saved: 0, logs: [], beginnings: [], plan: null},
	};
	const ship = (failures: number, insert: (batch: Batch) => Promise<void>): Shipper => {
		const shipper = new Shipper({
			source: 'web',
			checkpoint,
			save: async state => {
				checkpoint = JSON.parse(JSON.stringify(state));
			},
			delivery: new Delivery(insert, {first: 1, max: 2}),
			sizes: {chunk: 700, head: 5000},
			follow: true,
			notify: (path, text) => said.push(`${path}: ${text}`),
			limits: {rows: 7, bytes: 4000, time: 2, fewRows: 2, days: 3},
			times: {retry: 3, patience: 10_000},
		});
		const open = new FailingFile(0, file, async () => {});
		open.failures = failures;
		shipper.opened(open);
		void shipper.run(Promise.resolve());
		return shipper;
	};
	// Killed after the server has taken the second batch, but before the response.
	let batches = 0;
	const first = ship(0, async batch => {
		server.take(batch, 'taken');
		if (++batches === 2) {
			await new Promise(() => {});
		}
	});
	await waitFor(() => batches === 2);
	first.stop();
	t.not(checkpoint.plan, null);
	const taken = server.lines.length;
	const second = ship(8, async batch => server.take(batch, 'taken'));
	await waitFor(() => second.progress.lag === 0 && checkpoint.plan === null);
	second.stop();
	t.true(taken < 20);
	t.is(server.lines.length, 20);
	t.is(new Set(server.lines).size, 20);
	t.deepEqual(server.mistakes, []);
	t.deepEqual(
		said.filter(text => !text.includes('has lines older')),
		[],
	);
});

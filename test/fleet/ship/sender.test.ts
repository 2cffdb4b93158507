import test from 'ava';
import type {Checkpoint} from '../../../source/fleet/ship/checkpoints/checkpoint.js';
import type {Batch} from '../../../source/fleet/ship/delivery/batch.js';
import {Delivery} from '../../../source/fleet/ship/delivery/delivery.js';
import {Shipper} from '../../../source/fleet/ship/shipper.js';
import {logLine, logStart} from '../../helpers/log-lines.js';
import {FakeServer, type Outcome} from '../../helpers/ship/fake-server.js';
import {OpenWorldFile, WorldFile} from '../../helpers/ship/file-world.js';
import {waitFor} from '../../helpers/wait-for.js';

/** A delivery that records when it has ended. */
class WatchedDelivery extends Delivery {
	isOver = false;

	override async deliver(batch: Batch): Promise<boolean> {
		try {
			return await super.deliver(batch);
		} finally {
			this.isOver = true;
		}
	}
}

function lines(from: number, to: number): string {
	return Array.from({length: to - from}, (_, index) =>
		logLine({time: logStart + (from + index) * 1000, url: `/${from + index}`}),
	).join('');
}

test('when stopped, keeps the plan of a batch that the store may have received', async t => {
	const server = new FakeServer();
	const [log, other] = [new WorldFile('/logs/a.log'), new WorldFile('/logs/b.log')];
	let checkpoint: Checkpoint = {
		...{version: 1, source: 'web', target: 'there', saved: 0, logs: [], beginnings: [], plan: null},
	};
	const ship = (outcome: Outcome) => {
		const delivery = new WatchedDelivery(async batch => server.take(batch, outcome), {first: 1, max: 2});
		const shipper = new Shipper({
			source: 'web',
			checkpoint,
			save: async state => {
				checkpoint = JSON.parse(JSON.stringify(state));
			},
			delivery,
			sizes: {chunk: 700, head: 5000},
			follow: true,
			notify: () => {},
			limits: {rows: 100, bytes: 10_000, time: 2, fewRows: 2, days: 3},
			times: {retry: 3, patience: 50},
		});
		const ended = shipper.run(Promise.resolve());
		const open = (file: WorldFile, gate = async (): Promise<void> => {}): void =>
			shipper.opened(new OpenWorldFile(0, file, gate));
		return {shipper, delivery, ended, open};
	};
	const shipped = async (): Promise<void> => {
		const {shipper, ended, open} = ship('taken');
		open(log);
		open(other);
		const size = log.bytes.length + other.bytes.length;
		await waitFor(() => {
			const read = checkpoint.logs.reduce((sum, {place}) => sum + place.offset, 0);
			return read === size && checkpoint.plan === null;
		});
		shipper.stop();
		await ended;
	};
	log.append(lines(0, 3));
	other.append(lines(10, 13));
	await shipped();

	log.append(lines(3, 5));
	const {shipper, delivery, ended, open} = ship('unanswered');
	open(log);
	await waitFor(() => server.lines.length === 8);
	// Stopped while the other log is being identified, which will change the state to save.
	let isAsked = false;
	let answer = (): void => {};
	const answered = new Promise<void>(resolve => {
		answer = resolve;
	});
	open(other, async () => {
		isAsked = true;
		await answered;
	});
	await waitFor(() => isAsked);
	shipper.stop();
	await waitFor(() => delivery.isOver);
	answer();
	await ended;
	t.not(checkpoint.plan, null);

	log.append(lines(5, 7));
	await shipped();
	t.is(server.lines.length, 10);
	t.is(new Set(server.lines).size, 10);
	t.deepEqual(server.mistakes, []);
});

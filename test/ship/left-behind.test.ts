import {utimesSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {gzipSync} from 'node:zlib';
import test, {type ExecutionContext} from 'ava';
import {follow} from '../../source/bytes/follow.js';
import type {Checkpoint} from '../../source/ship/checkpoint.js';
import {Delivery} from '../../source/ship/delivery.js';
import {leftBehind} from '../../source/ship/left-behind.js';
import {Shipper} from '../../source/ship/shipper.js';
import {logLine} from '../helpers/log-lines.js';
import {FakeServer} from '../helpers/ship/fake-server.js';
import {temporaryDirectory} from '../helpers/temporary-directory.js';
import {waitFor} from '../helpers/wait-for.js';

const hour = 3_600_000;

/** Ships a log and what was rotated away from it, until `isOver`; then it is as if it were killed. Returns what it remembers. */
const ship = async (
	t: ExecutionContext,
	before: Checkpoint,
	path: string,
	server: FakeServer,
	isOver: (saves: number) => boolean,
): Promise<Checkpoint> => {
	let checkpoint = before;
	let saves = 0;
	let isKilled = false;
	const shipper = new Shipper({
		source: 'web',
		checkpoint,
		save: async state => {
			if (isKilled || isOver(saves)) {
				isKilled = true;
				await new Promise(() => {});
			}
			saves++;
			checkpoint = JSON.parse(JSON.stringify(state));
		},
		delivery: new Delivery(async batch => server.take(batch, 'taken')),
		sizes: {chunk: 700, head: 5000},
		follow: true,
		say: (file, text) => t.log(`${file}: ${text}`),
		limits: {rows: 3, bytes: 4000, time: 2, fewRows: 2, days: 3},
	});
	const others = await leftBehind(checkpoint, [path]);
	const followed = follow({paths: [path, ...others], follow: true, poll: true, isAllNew: true}, shipper);
	void shipper.run(followed.started);
	await waitFor(
		() => isKilled || isOver(saves),
		() => JSON.stringify(shipper.progress),
		10_000,
	).catch((error: unknown) => t.log(error));
	isKilled = true;
	shipper.stop();
	await followed.close();
	return checkpoint;
};

test('archives that were not looked into yet when it was killed are found again', async t => {
	const path = join(temporaryDirectory(t), 'access.log');
	const server = new FakeServer();
	const now = Date.now();
	const lines: string[] = [];
	const write = (file: string, written: number, isCompressed: boolean): void => {
		const own = Array.from({length: 10}, (_, index) =>
			logLine({time: written - 10_000 + index * 1000, url: `/${file.length}/${written}/${index}`}),
		);
		lines.push(...own.map(line => line.trimEnd()));
		writeFileSync(file, isCompressed ? gzipSync(own.join('')) : own.join(''));
		utimesSync(file, written / 1000, written / 1000);
	};
	write(path, now, false);
	for (let age = 1; age <= 6; age++) {
		write(`${path}.${age}.gz`, now - age * hour, true);
	}
	const first: Checkpoint = {
		...{version: 1, source: 'web', target: 'there', saved: now - 12 * hour, logs: [], plan: null},
		beginnings: [{path, begun: now - 12 * hour, identity: null}],
	};
	const killed = await ship(t, first, path, server, saves => saves === 3);
	t.true(server.lines.length < lines.length);
	await ship(t, killed, path, server, () => server.lines.length >= lines.length);
	t.deepEqual(server.lines, lines.toSorted());
	t.deepEqual(server.mistakes, []);
});

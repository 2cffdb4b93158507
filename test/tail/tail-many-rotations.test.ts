import {appendFileSync, copyFileSync, existsSync, renameSync, truncateSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import test from 'ava';
import type {LogFile} from '../../source/tail/log-file.js';
import {tail} from '../../source/tail/tail.js';
import {collectGarbage} from '../helpers/collect-garbage.js';
import {openDescriptors} from '../helpers/open-descriptors.js';
import {temporaryDirectory} from '../helpers/temporary-directory.js';
import {waitFor} from '../helpers/wait-for.js';

const rotations = 500;

/** Renames the rotated files and keeps three of them. Returns the free path. */
function free(path: string): string {
	for (const number of [2, 1]) {
		if (existsSync(`${path}.${number}`)) {
			renameSync(`${path}.${number}`, `${path}.${number + 1}`);
		}
	}
	return `${path}.1`;
}

test('fault 47: descriptors and memory stay flat over 500 rotations of both kinds, and no line is lost', async t => {
	const directory = temporaryDirectory(t);
	const path = join(directory, 'access.log');
	const descriptors = (): number => (process.platform === 'linux' ? openDescriptors(directory).length : 0);
	const lines: string[] = [];
	const files: Array<WeakRef<LogFile>> = [];
	const positions = new WeakMap<LogFile, number>();
	let reading = Promise.resolve();
	const read = (file: LogFile): void => {
		reading = reading.then(async () => {
			const bytes = Buffer.alloc(1000);
			const position = positions.get(file) ?? 0;
			const count = await file.read(bytes, position);
			positions.set(file, position + count);
			lines.push(...bytes.toString('latin1', 0, count).split('\n').slice(0, -1));
		});
	};
	const followed = tail(
		{paths: [path], follow: true, poll: true},
		{
			opened(file) {
				files.push(new WeakRef(file));
				read(file);
			},
			grown: read,
			ended: read,
			notice() {},
			changed() {},
		},
		{eventlessPollInterval: 3_600_000, holdTime: 0, idleTime: 20, openEnded: 4},
	);
	t.teardown(() => followed.close());
	writeFileSync(path, '');
	await followed.started;
	let maxDescriptors = 0;
	for (let rotation = 0; rotation < rotations; rotation++) {
		appendFileSync(path, `early ${rotation}\n`);
		await followed.poll();
		appendFileSync(path, `late ${rotation}\n`);
		if (rotation % 2 === 0) {
			renameSync(path, free(path));
			writeFileSync(path, '');
		} else {
			copyFileSync(path, free(path));
			truncateSync(path);
		}
		await followed.poll();
		maxDescriptors = Math.max(maxDescriptors, descriptors());
	}
	await followed.poll();
	await reading;
	const expected = Array.from({length: rotations}, (_, n) => [`early ${n}`, `late ${n}`]).flat();
	t.deepEqual(lines.toSorted(), expected.toSorted());
	// The current file, the previous one, and ended files.
	t.true(maxDescriptors <= 6, `${maxDescriptors} descriptors`);
	await waitFor(() => descriptors() <= 1);
	t.true(files.length > rotations);
	const left = (): number => files.filter(file => file.deref() !== undefined).length;
	await waitFor(
		async () => {
			await collectGarbage();
			return left() <= 2;
		},
		() => `${left()} of ${files.length} files still in memory`,
		3000,
	);
});

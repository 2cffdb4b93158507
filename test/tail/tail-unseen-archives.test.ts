import {
	appendFileSync,
	copyFileSync,
	readFileSync,
	renameSync,
	rmSync,
	statSync,
	utimesSync,
	writeFileSync,
} from 'node:fs';
import {join} from 'node:path';
import test, {type ExecutionContext} from 'ava';
import {unseenText} from '../../source/tail/rotation/rotation-chain.js';
import {collect} from '../helpers/collect.js';
import {compress, compressions, endings} from '../helpers/compressed.js';
import {numberedLines} from '../helpers/log-lines.js';
import {longerThanTick} from '../helpers/longer-than-tick.js';
import {temporaryDirectory, temporaryLog} from '../helpers/temporary-directory.js';
import {waitFor} from '../helpers/wait-for.js';

// Polls run only when the test calls them.
const settings = {eventlessPollInterval: 600_000, scanInterval: 600_000, holdTime: 60_000};

const lines = numberedLines(90);
function part(from: number, to: number): string {
	return lines.slice(from, to).join('');
}

for (const compression of compressions) {
	const ending = endings[compression];

	const compressFile = (path: string): void => {
		const {atimeMs, mtimeMs} = statSync(path);
		writeFileSync(`${path}${ending}`, compress(compression, readFileSync(path)));
		utimesSync(`${path}${ending}`, atimeMs / 1000, mtimeMs / 1000);
		rmSync(path);
	};

	/** Renames the log, or copies and truncates it, and compresses the result, in sequence as logrotate does. */
	const rotate = (path: string, number: number, way: 'create' | 'copytruncate'): void => {
		for (let older = number - 1; older > 0; older--) {
			renameSync(`${path}.${older}${ending}`, `${path}.${older + 1}${ending}`);
		}
		if (way === 'create') {
			renameSync(path, `${path}.1`);
			writeFileSync(path, '');
		} else {
			copyFileSync(path, `${path}.1`);
			writeFileSync(path, '');
		}
		compressFile(`${path}.1`);
	};
	const open = async (t: ExecutionContext, argument: (directory: string) => string) => {
		const {directory, path} = temporaryLog(t, part(0, 10));
		await longerThanTick();
		const collected = collect(t, [argument(directory)], {poll: true, settings});
		await collected.until(part(0, 10));
		return {path, collected, sorted: () => collected.text().split('\n').sort().join('\n')};
	};
	const arguments_: ReadonlyArray<readonly [string, (directory: string) => string]> = [
		['a file', directory => join(directory, 'access.log')],
		['a directory', directory => directory],
		['a pattern', directory => join(directory, 'access.log*')],
	];

	for (const [what, argument] of arguments_) {
		for (const way of ['create', 'copytruncate'] as const) {
			test(`fault 35: rotated and compressed three times between two polls: ${what}, ${way} (${compression})`, async t => {
				const {path, collected, sorted} = await open(t, argument);
				for (let number = 1; number <= 3; number++) {
					await longerThanTick();
					appendFileSync(path, part(number * 20 - 10, number * 20 + 10));
					rotate(path, number, way);
				}
				appendFileSync(path, part(70, 90));
				await collected.followed.poll();
				await collected.followed.poll();
				const expected = part(0, 90).split('\n').sort().join('\n');
				await waitFor(
					() => sorted() === expected,
					() => collected.text(),
				);
				const told = collected.notices.map(({text}) => text).filter(text => text.startsWith('rotated'));
				t.deepEqual(told.sort(), [unseenText(`${path}.1${ending}`), unseenText(`${path}.2${ending}`)]);
				t.is(collected.notices.length, way === 'create' ? 2 : 3);
				const added = collected.files.filter(({file, text}) => file.archive?.isNew && text !== '');
				t.is(added.length, 2);
			});
			test(`fault 27: rotated and compressed once between two polls: ${what}, ${way} (${compression})`, async t => {
				const {path, collected, sorted} = await open(t, argument);
				await longerThanTick();
				appendFileSync(path, part(10, 30));
				rotate(path, 1, way);
				appendFileSync(path, part(30, 40));
				await collected.followed.poll();
				await collected.followed.poll();
				const expected = part(0, 40).split('\n').sort().join('\n');
				await waitFor(
					() => sorted() === expected,
					() => collected.text(),
				);
				const told = collected.notices.map(({text}) => text).join();
				t.is(collected.notices.length, way === 'create' ? 0 : 1, told);
				if (way === 'copytruncate') {
					const bytes = Buffer.byteLength(part(10, 30));
					t.true(
						told.includes(` ${bytes} bytes that were written just before are read from ${path}.1${ending}.`),
						told,
					);
				}
			});
		}
	}
	test(`fault 27: a new archive of yesterday's log counts as backfill (${compression})`, async t => {
		const {path, collected} = await open(t, directory => directory);
		const yesterday = Date.now() / 1000 - 86_400;
		writeFileSync(`${path}.1${ending}`, compress(compression, part(50, 60)));
		utimesSync(`${path}.1${ending}`, yesterday, yesterday);
		writeFileSync(join(path, '..', `other-access.log.1${ending}`), compress(compression, part(60, 70)));
		await collected.followed.poll();
		await waitFor(() => collected.text().split('\n').length === 31);
		t.deepEqual(
			collected.files.map(({file}) => file.archive?.isNew),
			[undefined, false, false],
		);
		t.deepEqual(collected.notices, []);
	});
	test(`fault 27: logs with the same beginning, rotated and compressed between two polls, are all read (${compression})`, async t => {
		const path = join(temporaryDirectory(t), 'access.log');
		const beginning = 'all of them begin like this\n'.repeat(50);
		writeFileSync(path, `${beginning}${part(10, 20)}`);
		await longerThanTick();
		const collected = collect(t, [path], {poll: true, settings});
		await collected.until(`${beginning}${part(10, 20)}`);
		for (let number = 1; number <= 2; number++) {
			await longerThanTick();
			rotate(path, number, 'create');
			writeFileSync(path, `${beginning}${part(number * 10 + 10, number * 10 + 20)}`);
		}
		await longerThanTick();
		await collected.followed.poll();
		await collected.followed.poll();
		await waitFor(
			() => lines.slice(10, 40).every(line => collected.text().split(line).length === 2),
			() => collected.text(),
		);
		t.deepEqual(
			collected.notices.map(({text}) => text),
			[unseenText(`${path}.1${ending}`)],
		);
	});
}

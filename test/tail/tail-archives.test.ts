import {appendFileSync, renameSync, rmSync, statSync, utimesSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import test from 'ava';
import type {Compression} from '../../source/tail/archives/compression.js';
import {type CollectOptions, collect} from '../helpers/collect.js';
import {compress, compressions, endings} from '../helpers/compressed.js';
import {eachOf, type Implementation, never} from '../helpers/each-way.js';
import {numberedLines} from '../helpers/log-lines.js';
import {temporaryDirectory} from '../helpers/temporary-directory.js';
import {waitFor} from '../helpers/wait-for.js';

// Each test runs twice: with file events and a timer too slow to help, and with the timer only.
const settings = {
	holdTime: 600,
	movedHoldTime: 900,
	idleTime: 100,
	minScanSpacing: 20,
	unfinishedTime: 600_000,
};
const ways: ReadonlyArray<readonly [string, CollectOptions]> = [
	['events', {settings: {...settings, pollInterval: never, scanInterval: never}}],
	['timer', {poll: true, settings: {...settings, eventlessPollInterval: 25, scanInterval: 50}}],
];

function eachWay(title: string, implementation: Implementation): void {
	eachOf(ways, title, implementation);
}

const lines = numberedLines(20);
const text = lines.join('');

/** Replaces a file by its compressed version as gzip does: a new file with the times of the old one, which is then removed. */
function compressFile(compression: Compression, path: string, content: string): void {
	const {atime, mtime} = statSync(path);
	const compressed = `${path}${endings[compression]}`;
	writeFileSync(compressed, compress(compression, content));
	utimesSync(compressed, atime, mtime);
	rmSync(path);
}

for (const compression of compressions) {
	const ending = endings[compression];
	const pack = (content: string): Buffer => compress(compression, content);
	/** Compresses in two parts. A cut in the second part leaves the text of the first, even if whole blocks are decoded. */
	const inTwo = (content: string): Buffer =>
		Buffer.concat([pack(content.slice(0, 500)), pack(content.slice(500))]);
	const cutAt = pack(text.slice(0, 500)).length + 40;

	eachWay(`fault 26: ${compression} is read under any name`, async (t, options, {path}) => {
		writeFileSync(path, compress(compression, text));
		utimesSync(path, 1000, 2000);
		const collected = collect(t, [path], options);
		await collected.until(text);
		t.deepEqual(collected.followed.states(), [{path, state: 'following'}]);
		const [opened] = collected.files;
		t.like(opened?.file, {id: 0, path, startSize: 0, size: text.length});
		t.like(opened?.file.archive, {modified: 2_000_000, left: 0});
		t.deepEqual(collected.notices, []);
	});
	eachWay(
		`fault 26: an empty file that becomes compressed is read (${compression})`,
		async (t, options, {path}) => {
			writeFileSync(path, '');
			const collected = collect(t, [path], options);
			await collected.untilOpened(1);
			const bytes = pack(text);
			appendFileSync(path, bytes.subarray(0, 1));
			await collected.followed.poll();
			appendFileSync(path, bytes.subarray(1));
			await collected.until(text);
			t.is(collected.files.length, 2);
			t.true(collected.files[0]?.ended);
			t.deepEqual(collected.followed.states(), [{path, state: 'following'}]);
		},
	);

	eachWay(
		`fault 26: a growing archive is read continuously (${compression})`,
		async (t, options, {directory}) => {
			const path = join(directory, `access.log${ending}`);
			writeFileSync(path, '');
			const collected = collect(t, [path], options);
			await collected.untilOpened(1);
			let expected = '';
			for (let part = 0; part < 10; part++) {
				// Like nginx with `access_log … gzip flush`.
				const piece = lines.slice(part * 2, part * 2 + 2).join('');
				appendFileSync(path, pack(piece));
				expected += piece;
				await collected.until(expected);
			}
			t.is(collected.files.length, 2);
			t.deepEqual(collected.notices, []);
		},
	);

	eachWay(
		`fault 26: an archive being written is read without a notice (${compression})`,
		async (t, options, {directory}) => {
			const path = join(directory, `access.log${ending}`);
			const bytes = inTwo(text);
			writeFileSync(path, bytes.subarray(0, cutAt));
			const collected = collect(t, [path], options);
			await waitFor(() => collected.text().length > 200);
			t.true(text.startsWith(collected.text()));
			appendFileSync(path, bytes.subarray(cutAt));
			await collected.until(text);
			t.is(collected.files.length, 1);
			t.deepEqual(collected.notices, []);
		},
	);

	eachWay(`fault 26: a truncated archive is read again (${compression})`, async (t, options, {directory}) => {
		const path = join(directory, `access.log${ending}`);
		writeFileSync(path, pack(text));
		const collected = collect(t, [path], options);
		await collected.until(text);
		writeFileSync(path, '');
		await collected.untilEnded(0);
		writeFileSync(path, pack('other\n'));
		await collected.until(`${text}other\n`);
		t.is(collected.notices.length, 1);
	});
	eachWay(
		`fault 26: a truncated archive may become a text file (${compression})`,
		async (t, options, {path}) => {
			writeFileSync(path, pack(text));
			const collected = collect(t, [path], options);
			await collected.until(text);
			writeFileSync(path, '');
			await collected.untilOpened(2);
			appendFileSync(path, 'plain\n');
			await collected.until(`${text}plain\n`);
			t.is(collected.files.length, 2);
			t.deepEqual(collected.followed.states(), [{path, state: 'following'}]);
			t.is(collected.notices.length, 1, 'of the truncation');
		},
	);

	eachWay(
		`fault 26: a truncated incomplete archive is reported (${compression})`,
		async (t, options, {directory}) => {
			const path = join(directory, `access.log${ending}`);
			writeFileSync(path, inTwo(text).subarray(0, cutAt));
			const collected = collect(t, [path], options);
			await waitFor(() => collected.text().length > 200);
			writeFileSync(path, '');
			await collected.untilEnded(0);
			await waitFor(() => collected.notices.some(notice => notice.text.endsWith('the rest is missing.')));
		},
	);

	eachWay(
		`fault 27: a rotated and compressed log is read once (${compression})`,
		async (t, options, {path, directory}) => {
			writeFileSync(path, '');
			const collected = collect(t, [join(directory, 'access.log*')], options);
			await collected.untilOpened(1);
			for (const line of lines) {
				appendFileSync(path, line);
			}
			await collected.until(text);
			renameSync(path, `${path}.1`);
			writeFileSync(path, 'new\n');
			await collected.until(`${text}new\n`);
			compressFile(compression, `${path}.1`, text);
			const state = () => collected.followed.states().find(({path: other}) => other === `${path}.1${ending}`);
			await waitFor(() => state()?.state === 'ended');
			t.deepEqual(state(), {path: `${path}.1${ending}`, state: 'ended'});
			t.is(collected.text(), `${text}new\n`);
			t.deepEqual(collected.notices, []);

			renameSync(`${path}.1${ending}`, `${path}.2${ending}`);
			await waitFor(() =>
				collected.followed.states().some(({path: other}) => other === `${path}.2${ending}`),
			);
			await collected.followed.poll();
			t.is(collected.text(), `${text}new\n`, 'nor when it is renamed');
		},
	);

	eachWay(
		`fault 27: the compressed copy of a truncated log is skipped (${compression})`,
		async (t, options, {path, directory}) => {
			writeFileSync(path, text);
			const collected = collect(t, [directory], options);
			await collected.until(text);
			writeFileSync(path, '');
			await collected.untilEnded(0);
			writeFileSync(`${path}.1${ending}`, pack(text));
			const state = () => collected.followed.states().find(({path: other}) => other === `${path}.1${ending}`);
			await waitFor(() => state()?.state === 'ended');
			t.is(collected.text(), text);
		},
	);

	eachWay(
		`fault 27: a log first seen with half a line is read once (${compression})`,
		async (t, options, {path, directory}) => {
			writeFileSync(path, text.slice(0, 30));
			const collected = collect(t, [directory], options);
			await collected.until(text.slice(0, 30));
			appendFileSync(path, text.slice(30));
			await collected.until(text);
			writeFileSync(`${path}.1${ending}`, pack(text));
			const state = () => collected.followed.states().find(({path: other}) => other === `${path}.1${ending}`);
			await waitFor(() => state()?.state === 'ended');
			t.is(collected.text(), text);
		},
	);

	eachWay(
		`fault 27: a new archive of another log is read (${compression})`,
		async (t, options, {directory}) => {
			writeFileSync(join(directory, 'access.log'), text);
			const collected = collect(t, [directory], options);
			await collected.until(text);
			writeFileSync(join(directory, `access.log.2${ending}`), pack('older\n'));
			await collected.until(`${text}older\n`);
			t.is(collected.files[1]?.file.startSize, 0);
		},
	);

	test(`fault 26: without follow, complete and incomplete archives are read and end (${compression})`, async t => {
		const directory = temporaryDirectory(t);
		const [whole, cut] = [join(directory, 'a.gz'), join(directory, 'b.gz')];
		writeFileSync(whole, pack(text));
		writeFileSync(cut, inTwo(`b\n${text}`).subarray(0, -20));
		const collected = collect(t, [whole, cut], {follow: false});
		await collected.followed.started;
		const [a, b] = collected.files.toSorted((one, other) => (one.file.path < other.file.path ? -1 : 1));
		const said = () => `ends in the middle, after ${b?.text.length} bytes of text: the rest is missing.`;
		await waitFor(() => a?.text === text && collected.notices[0]?.text === said());
		t.true(`b\n${text}`.startsWith(b?.text ?? '?'));
		const problem = said();
		t.like(collected.notices, [{path: cut, text: problem}]);
		t.deepEqual(collected.followed.states(), [
			{path: whole, state: 'ended'},
			{path: cut, state: 'ended', problem},
		]);
	});
}

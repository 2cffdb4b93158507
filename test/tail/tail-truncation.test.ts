import {
	appendFileSync,
	closeSync,
	copyFileSync,
	openSync,
	readFileSync,
	renameSync,
	truncateSync,
	utimesSync,
	writeFileSync,
	writeSync,
} from 'node:fs';
import test from 'ava';
import type {LogFile} from '../../source/tail/log-file.js';
import {unseenText} from '../../source/tail/rotation/rotation-chain.js';
import {tail} from '../../source/tail/tail.js';
import {collect} from '../helpers/collect.js';
import {eachWay, never} from '../helpers/each-way.js';
import {temporaryLog} from '../helpers/temporary-directory.js';
import {waitFor} from '../helpers/wait-for.js';

function lines(word: string, count: number): string {
	return Array.from({length: count}, (_, n) => `${word} ${100 + n}\n`).join('');
}

const old = lines('old', 20);

/** New content of the file, and the notice about it. */
const rewritings = [
	[
		'fault 7: a truncated file that is shorter than before',
		lines('new', 3),
		/^truncated from \d+ to (?:0|24) bytes,/,
	],
	[
		'fault 8: a truncated file that has grown past its old size',
		lines('new', 50),
		/^(?:rewritten, 400 bytes by now|truncated from 160 to 0 bytes),/,
	],
	['fault 9: a file that is rewritten at the same size', lines('new', 20), /^rewritten, 160 bytes by now,/],
] as const;

const ending = 'Lines written in between may be lost, an unknown amount.';

async function read(file: LogFile | undefined, position: number): Promise<string> {
	const bytes = Buffer.alloc(4096);
	return bytes.toString('latin1', 0, await file?.read(bytes, position));
}

for (const [title, content, notice] of rewritings) {
	eachWay(`${title}: is read from its start`, async (t, options, {path}) => {
		writeFileSync(path, old);
		const collected = collect(t, [path], options);
		await collected.until(old);
		// Content of the same size is written in place: the file is never shorter.
		writeFileSync(path, content, {flag: content.length === old.length ? 'r+' : 'w'});
		await collected.until(old + content);
		t.is(collected.files.length, 2);
		t.true(collected.files[0]?.ended);
		t.like(collected.files[1]?.file, {startSize: 0, continues: false});
		t.like(collected.notices, [{path}], 'one notice');
		t.regex(collected.notices[0]?.text ?? '', notice);
		t.true(collected.notices[0]?.text.endsWith(`read again from its start. ${ending}`));
		t.is(await read(collected.files[0]?.file, 0), '', 'the old content is gone');
		t.true(collected.files[0]?.file.isGone);
		appendFileSync(path, 'more\n');
		await collected.until(`${old}${content}more\n`);
		t.is(collected.notices.length, 1);
	});
	eachWay(
		`${title}, after it was copied: the last bytes are read from the copy`,
		async (t, options, {path}) => {
			const copy = `${path}-20261120`;
			writeFileSync(path, old);
			const collected = collect(t, [path], options);
			await collected.until(old);
			appendFileSync(path, 'just before\n');
			copyFileSync(path, copy);
			writeFileSync(path, content);
			const first = `${old}just before\n`;
			await collected.until(first + content);
			t.is(collected.notices.length, 1);
			t.regex(
				collected.notices[0]?.text ?? '',
				/read again from its start\. 12 bytes that were written just/,
			);
			t.true(
				collected.notices[0]?.text.endsWith(`just before are read from ${copy}. ${ending}`),
				collected.notices[0]?.text,
			);

			const [{file} = {file: undefined}] = collected.files;
			t.false(file?.isGone);
			t.is(await read(file, 0), first, 'the old generation, from the copy');
			t.is(await read(file, 100), first.slice(100), 'never bytes of the new generation');
			appendFileSync(copy, 'of nobody\n');
			t.is(await read(file, 0), first, 'no bytes beyond the generation');
		},
	);
}

eachWay('fault 7: every truncation of several, with copies, loses no line', async (t, options, {path}) => {
	writeFileSync(path, '');
	const collected = collect(t, [path], options);
	await collected.followed.started;
	let expected = '';
	for (let rotation = 0; rotation < 5; rotation++) {
		const some = lines(`life ${rotation}`, 5);
		appendFileSync(path, some);
		expected += some;
		await collected.until(expected);
		appendFileSync(path, `just before ${rotation}\n`);
		expected += `just before ${rotation}\n`;
		copyFileSync(path, `${path}.${5 - rotation}`);
		truncateSync(path);
		await collected.until(expected);
		await collected.untilEnded(rotation);
	}
	const texts = await Promise.all(collected.files.slice(0, 5).map(({file}) => read(file, 0)));
	t.deepEqual(
		texts,
		[5, 4, 3, 2, 1].map(number => readFileSync(`${path}.${number}`, 'latin1')),
	);
	t.is(collected.notices.length, 5);
});

for (const [title, next] of [
	['and is empty again', ''],
	['and written to again', lines('next', 2)],
] as const) {
	test(`fault 7: content that is copied and truncated before any poll, ${title}, is read from the copy`, async t => {
		const {path} = temporaryLog(t);
		utimesSync(path, 1, 1);
		const settings = {eventlessPollInterval: never};
		const collected = collect(t, [path], {poll: true, settings});
		await collected.followed.started;
		const unseen = lines('missed', 5);
		writeFileSync(path, unseen);
		copyFileSync(path, `${path}.1`);
		writeFileSync(path, next);
		await collected.followed.poll();
		await collected.until(next + unseen);
		t.like(collected.notices, [{path, text: unseenText(`${path}.1`)}]);
		t.is(collected.notices.length, 1);
	});
}

eachWay(
	'fault 7: a file truncated before its first line is read from its start',
	async (t, options, {path}) => {
		writeFileSync(path, '');
		const collected = collect(t, [path], options);
		await collected.followed.started;
		// An archive or another binary file may begin with this byte.
		appendFileSync(path, 'P');
		await collected.followed.poll();
		t.is(collected.files[0]?.file.size, 0);
		truncateSync(path);
		await collected.followed.poll();
		appendFileSync(path, lines('new', 3));
		await collected.until(lines('new', 3));
		t.is(collected.files.length, 1);
		t.deepEqual(collected.notices, [], 'no published bytes are read again');
	},
);

test('fault 8: before the next poll, no bytes of the new generation are read as the old one', async t => {
	const {path} = temporaryLog(t, old);
	const collected = collect(t, [path], {poll: true, settings: {eventlessPollInterval: 3_600_000}});
	await collected.until(old);
	const file = collected.files[0]?.file;
	t.is(await read(file, 0), old);
	writeFileSync(path, lines('new', 50));
	t.is(await read(file, 0), '');
	await collected.followed.poll();
	await collected.until(old + lines('new', 50));
});

test('fault 7: the notice gives the number of unread bytes', async t => {
	const {path} = temporaryLog(t, 'past\n');
	const files: LogFile[] = [];
	const notices: string[] = [];
	const followed = tail(
		{paths: [path], follow: true, poll: true},
		{
			opened: file => files.push(file),
			grown() {},
			ended() {},
			notice: ({text}) => notices.push(text),
			changed() {},
		},
		{eventlessPollInterval: 10},
	);
	t.teardown(() => followed.close());
	await followed.started;
	appendFileSync(path, 'read\nunread\n');
	await waitFor(() => files[0]?.size === 17);
	await files[0]?.read(Buffer.alloc(5), 5);
	truncateSync(path);
	await waitFor(() => notices.length === 1);
	t.regex(
		notices[0] ?? '',
		/^truncated from 17 to 0 bytes, .* 7 bytes of it had not been read yet and are lost\./,
	);
});

/** Writes at an offset of a file, as a program does that allocates its log in advance. */
function writeAt(path: string, text: string, offset: number): void {
	const descriptor = openSync(path, 'r+');
	writeSync(descriptor, text, offset);
	closeSync(descriptor);
}

eachWay('a file allocated in advance has each line once', async (t, options, {path}) => {
	let content = lines('first', 2);
	writeFileSync(path, content);
	truncateSync(path, 65_536);
	const collected = collect(t, [path], options);
	await collected.until(content);
	const write = async (text: string): Promise<void> => {
		writeAt(path, text, content.length);
		content += text;
		await collected.until(content);
	};
	await write(lines('second', 3));
	await write('half a ');
	await write('line\n');
	// The writer closes the file, and opens it again.
	truncateSync(path, content.length);
	await write(lines('third', 1));
	truncateSync(path, 65_536);
	await write(lines('fourth', 20_000));
	truncateSync(path, 3_000_000);
	await write(lines('fifth', 1));
	renameSync(path, `${path}.1`);
	writeFileSync(path, lines('sixth', 1));
	await collected.until(content + lines('sixth', 1));
	t.deepEqual(collected.notices, []);
	t.is(collected.files.length, 2);
});

eachWay('a file that holds only NULs at first is read as it is written', async (t, options, {path}) => {
	writeFileSync(path, '');
	truncateSync(path, 100_000);
	const collected = collect(t, [path], options);
	await collected.untilOpened(1);
	writeAt(path, lines('first', 2), 0);
	await collected.until(lines('first', 2));
	t.deepEqual(collected.notices, []);
});

eachWay('fault 7: a file that is allocated in advance is truncated', async (t, options, {path}) => {
	writeFileSync(path, old);
	truncateSync(path, 65_536);
	const collected = collect(t, [path], options);
	await collected.until(old);
	truncateSync(path);
	truncateSync(path, 65_536);
	writeAt(path, 'new\n', 0);
	await collected.until(`${old}new\n`);
	t.is(collected.notices.length, 1);
});

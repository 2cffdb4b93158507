import {chmodSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import test from 'ava';
import {type BookmarkRecord, maxRecords, recordId} from '../../source/bookmarks/bookmark-record.js';
import {bookmarksPath, type KeptBookmarks, keptBookmarks} from '../../source/bookmarks/kept-bookmarks.js';
import {lock} from '../../source/user-files/lock.js';
import {makeNamedPipe} from '../helpers/make-named-pipe.js';
import {temporaryDirectory} from '../helpers/temporary-directory.js';

function mark(n: number): BookmarkRecord {
	return {
		kind: 'mark',
		token: n.toString(16).padStart(13, '0'),
		time: n,
		made: n,
		logs: ['/var/log/access.log'],
	};
}

function separator(time: number, text: string): BookmarkRecord {
	return {kind: 'separator', time, text, logs: ['/var/log/access.log']};
}

/** Waits for this number of turns of the event loop. */
async function turns(n: number): Promise<'waited'> {
	for (let turn = 0; turn < n; turn++) {
		await new Promise(resolve => {
			setImmediate(resolve);
		});
	}
	return 'waited';
}

function ids(kept: KeptBookmarks): readonly string[] {
	return kept.getState().records.map(recordId);
}

/** Loads the file as another program would. */
async function again(path: string): Promise<KeptBookmarks> {
	const kept = keptBookmarks(path);
	kept.load();
	await kept.settled();
	return kept;
}

test('the bookmarks file is in the state directory', t => {
	t.is(bookmarksPath({}, 'linux', '/home/ann'), '/home/ann/.local/state/reqscope/marks');
	t.is(bookmarksPath({XDG_STATE_HOME: '/state'}, 'linux', '/home/ann'), '/state/reqscope/marks');
	t.is(bookmarksPath({}, 'win32', '/home/ann'), null);
});

test('bookmarks persist across sessions, in a file for the user only', async t => {
	const path = join(temporaryDirectory(t), 'state', 'reqscope', 'marks');
	const first = keptBookmarks(path);
	first.change({type: 'add', record: mark(1)});
	first.change({type: 'add', record: separator(2, 'deploy "a"\u0007')});
	first.change({type: 'add', record: mark(3)});
	first.change({type: 'remove', record: mark(1)});
	await first.settled();
	t.is(first.getState().problem, null);
	t.is(statSync(path).mode & 0o777, 0o600);
	t.deepEqual(readdirSync(join(path, '..')), ['marks']);
	t.deepEqual((await again(path)).getState(), {
		records: [separator(2, 'deploy "a"\u0007'), mark(3)],
		problem: null,
	});
});

test('reads the file only on demand, and keeps bookmarks made earlier', async t => {
	const path = join(temporaryDirectory(t), 'marks');
	const old = keptBookmarks(path);
	old.change({type: 'add', record: mark(1)});
	await old.settled();
	const kept = keptBookmarks(path);
	await kept.settled();
	t.deepEqual(ids(kept), []);
	kept.change({type: 'add', record: mark(2)});
	t.deepEqual(ids(kept), [recordId(mark(2))]);
	await kept.settled();
	t.deepEqual(ids(kept), [mark(1), mark(2)].map(recordId));
});

test('concurrent programs don’t lose each other’s bookmarks', async t => {
	const path = join(temporaryDirectory(t), 'marks');
	const programs = Array.from({length: 5}, () => keptBookmarks(path));
	for (let n = 0; n < 50; n++) {
		programs[n % 5]?.change({type: 'add', record: mark(n)});
	}
	await Promise.all(programs.map(one => one.settled()));
	const kept = await again(path);
	t.deepEqual(
		ids(kept),
		Array.from({length: 50}, (_, n) => recordId(mark(n))),
	);
	t.deepEqual(readdirSync(join(path, '..')), ['marks']);
});

test('a bookmark that another program removed stays removed', async t => {
	const path = join(temporaryDirectory(t), 'marks');
	const one = keptBookmarks(path);
	one.change({type: 'add', record: mark(1)});
	await one.settled();
	const other = await again(path);
	other.change({type: 'remove', record: mark(1)});
	await other.settled();
	one.change({type: 'add', record: mark(2)});
	await one.settled();
	t.deepEqual(ids(one), [recordId(mark(2))]);
	t.deepEqual(ids(await again(path)), [recordId(mark(2))]);
});

test('keeps the newest thousand bookmarks', async t => {
	const path = join(temporaryDirectory(t), 'marks');
	const lines = Array.from({length: maxRecords}, (_, n) => `${JSON.stringify(mark(n))}\n`);
	writeFileSync(path, lines.join(''));
	const kept = await again(path);
	kept.change({type: 'add', record: mark(5000)});
	await kept.settled();
	t.is(kept.getState().records.length, maxRecords);
	t.deepEqual(kept.getState().records[0], mark(1));
	t.deepEqual(kept.getState().records.at(-1), mark(5000));
	t.is(readFileSync(path, 'utf8').split('\n').length, maxRecords + 1);
});

for (const [what, text, why] of [
	['no JSON', `${JSON.stringify(mark(1))}\n{"kind":"ma`, "its line 2 isn't a mark"],
	['something else', '["a"]\n', "its line 1 isn't a mark"],
	['a mark without a token', '{"kind":"mark","time":1,"made":1,"logs":[]}\n', "its line 1 isn't a mark"],
	[
		'a log that is no text',
		'{"kind":"separator","time":1,"text":"","logs":[1]}\n',
		"its line 1 isn't a mark",
	],
] as const) {
	test(`a file with ${what} is reported once, and not changed`, async t => {
		const path = join(temporaryDirectory(t), 'marks');
		writeFileSync(path, text);
		const kept = keptBookmarks(path);
		const problems = new Set<string | null>();
		kept.subscribe(() => problems.add(kept.getState().problem));
		kept.load();
		kept.change({type: 'add', record: mark(7)});
		kept.change({type: 'add', record: mark(8)});
		await kept.settled();
		t.deepEqual(ids(kept), [mark(7), mark(8)].map(recordId));
		t.deepEqual(
			[...problems].filter(problem => problem !== null),
			[`Bookmarks last until the program ends: ${path} can’t be read (${why}): fix it, or move it away`],
		);
		t.is(readFileSync(path, 'utf8'), text);
		t.deepEqual(readdirSync(join(path, '..')), ['marks']);

		// Once the obstacle is gone, all bookmarks are stored.
		writeFileSync(path, '');
		kept.change({type: 'remove', record: mark(7)});
		await kept.settled();
		t.is(kept.getState().problem, null);
		t.deepEqual(ids(await again(path)), [recordId(mark(8))]);
	});
}

test('a file that isn’t regular, is too large, or isn’t writable is not changed', async t => {
	const directory = temporaryDirectory(t);
	const folder = join(directory, 'folder');
	mkdirSync(folder);
	const pipe = join(directory, 'pipe');
	await makeNamedPipe(pipe);
	const large = join(directory, 'large');
	writeFileSync(large, Buffer.alloc((16 << 20) + 1));
	const below = join(large, 'marks');
	for (const [path, problem] of [
		[folder, /isn't a file/],
		[pipe, /isn't a file/],
		[large, /too large/],
		[below, /marks can’t be read or written: /],
	] as const) {
		const kept = await again(path);
		kept.change({type: 'add', record: mark(1)});
		await kept.settled();
		t.regex(kept.getState().problem ?? '', problem);
		t.is(kept.getState().records.length, 1);
	}
	t.true(statSync(folder).isDirectory());
	t.true(statSync(pipe).isFIFO());
	t.is(statSync(large).size, (16 << 20) + 1);
});

// Root can write anywhere.
(process.getuid?.() === 0 ? test.skip : test)('reports a folder without write permission', async t => {
	const directory = join(temporaryDirectory(t), 'state');
	mkdirSync(directory);
	chmodSync(directory, 0o500);
	const kept = keptBookmarks(join(directory, 'marks'));
	kept.change({type: 'add', record: mark(1)});
	await kept.settled();
	t.regex(kept.getState().problem ?? '', /permission denied/);
});

test('waits for a program that has locked the file, and keeps its changes', async t => {
	const path = join(temporaryDirectory(t), 'marks');
	const unlock = await lock(`${path}.lock`, 1000);
	const kept = keptBookmarks(path);
	kept.change({type: 'add', record: mark(2)});
	kept.change({type: 'add', record: mark(3)});
	t.is(await Promise.race([kept.settled(), turns(200)]), 'waited');
	writeFileSync(path, `${JSON.stringify(mark(1))}\n`);
	await unlock?.();
	await kept.settled();
	t.deepEqual(ids(kept), [mark(1), mark(2), mark(3)].map(recordId));
});

test('without a file, bookmarks last until the program ends', async t => {
	const kept = keptBookmarks(null);
	kept.load();
	kept.change({type: 'add', record: mark(1)});
	await kept.settled();
	t.deepEqual(kept.getState(), {records: [mark(1)], problem: null});
});

import test, {type ExecutionContext} from 'ava';
import type {NotedNotice} from '../../../source/store/notice-list.js';
import {assertDrawn} from '../../helpers/assert-drawn.js';
import {entries, start} from '../../helpers/entry.js';
import {fakeClock} from '../../helpers/fake-clock.js';
import {fakeStore} from '../../helpers/fake-store.js';
import {screenScene} from '../../helpers/screen.js';
import {settle} from '../../helpers/settle.js';

async function scene(t: ExecutionContext, {columns = 80, lines = 24} = {}) {
	const store = fakeStore(...entries(1, 35));
	const clock = fakeClock(start + 100_000);
	const screen = screenScene({t, store, clock, columns, lines});
	await screen.has('results found');
	await settle();
	const set: typeof store.setStatus = status => {
		clock.pass(1000);
		store.setStatus(status);
	};
	return {store, clock, screen, set};
}

function notice(n: number, changes: Partial<NotedNotice> = {}): NotedNotice {
	return {
		time: start + n * 1000,
		since: start + n * 1000,
		times: 1,
		path: 'access.log',
		text: `number ${n}`,
		...changes,
	};
}

test('! lists notices, newest first, and below them the files with problems', async t => {
	const {screen, set} = await scene(t);
	set({
		notices: [
			notice(1, {path: '/var/log/a\u001b[2J.log', text: 'truncated from 1234 to 0 bytes.'}),
			notice(2, {path: '', text: 'the system allows no more file watches.'}),
			notice(9, {since: start, times: 12, text: `was ${'very '.repeat(12)}much truncated\n.`}),
		],
		files: [
			{path: 'access.log', state: 'following'},
			{path: 'b.log', state: 'unreadable', problem: 'permission denied'},
			{path: 'c.log', state: 'waiting'},
			{path: 'd.log', state: 'following', problem: 'renamed or moved away; still reading that file'},
		],
	});
	await screen.has('3 notices (!)');
	await screen.press('!Z', '!  Notices  ━', 'Z back  Esc closes ━');
	t.deepEqual(screen.lines().slice(0, 20), [
		'━ !  Notices  ━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━ Z back  Esc closes ━',
		'',
		'5 Nov 2026 9:00:09  access.log ×12',
		'  was very very very very very very very very very very very very much',
		'  truncated\\n. First at 5 Nov 2026 9:00:00.',
		'5 Nov 2026 9:00:02',
		'  the system allows no more file watches.',
		'5 Nov 2026 9:00:01  /var/log/a\\x1b[2J.log',
		'  truncated from 1234 to 0 bytes.',
		'',
		'Files: 2 followed, 1 awaited, 1 unreadable',
		'unreadable  b.log',
		'  permission denied',
		'awaited  c.log',
		'  no such file',
		'followed  d.log',
		'  renamed or moved away; still reading that file',
		'',
		'',
		'',
	]);
	for (const close of ['!', '\u001b', 'q']) {
		await screen.press(close, '35 results found');
		await screen.press('!Z', '!  Notices  ━', 'Z back  Esc closes ━');
	}
});

test("! shows whether the server answers, and doesn't count it as a file", async t => {
	const {screen, set} = await scene(t);
	const server = {name: 'localhost:8123/logs', problem: null, nextAttempt: null};
	const files = [{path: 'web1: /var/log/access.log', state: 'following'}] as const;
	set({server, files});
	await screen.press('!Z', 'No notices about the server.');
	t.deepEqual(screen.lines().slice(4, 7), [
		'Server: localhost:8123/logs, answers',
		'Files: 1 shipped lately',
		'',
	]);
	set({server: {...server, problem: 'nothing answers at localhost:8123', nextAttempt: start + 187_000}});
	await screen.has('Server: localhost:8123/logs, no answer, tried again at 9:03:07');
	await screen.has('  nothing answers at localhost:8123');
	set({server: {...server, problem: 'the shard b:9000 does not answer'}, files: []});
	await screen.has('Server: localhost:8123/logs, a part of it is missing', 'Files: none shipped lately');
});

test('if there are no notices, ! shows a message', async t => {
	const {screen} = await scene(t);
	await screen.press('!Z', 'No notices about the files.');
	t.is(screen.lines()[4], 'Files: 1 followed');
});

test('! lists a missing file even without a notice about it', async t => {
	const {screen, set} = await scene(t);
	set({files: [{path: 'c.log', state: 'waiting'}]});
	await screen.press('!Z', 'Files: 1 awaited');
	t.deepEqual(screen.lines().slice(2, 5), ['Files: 1 awaited', 'awaited  c.log', '  no such file']);
});

test('opening a panel replaces the open one, and keys typed together all take effect', async t => {
	const {screen, set} = await scene(t, {lines: 12});
	set({notices: Array.from({length: 20}, (_, n) => notice(n))});
	await screen.has('20 notices (!)');
	await screen.press('?L!jjj', 'Notices 4–10 of 42');
	t.is(screen.lines()[4], '  number 18');
	await screen.press('?', 'Keys 1–7');
	await screen.press('q', 'Notices 4–10 of 42');
	await screen.press('?/', 'Keys 1–7 of', 'Enter keeps it');
	for (const shown of ['/ filters', 'Notices 4–10 of 42', '00000000000023'.slice(1)]) {
		await screen.press('\u001b', shown);
	}
});

test('F11 gives a panel the whole screen, and back', async t => {
	const {screen} = await scene(t);
	await screen.press('!\u001b[23~', 'Z back  Esc closes ━');
	await screen.press('\u001b[23~', '35 results found', 'Notices');
});

test("new notices appear while the list is at its top, and don't move it otherwise", async t => {
	const {screen, set} = await scene(t, {lines: 12});
	const notices = Array.from({length: 20}, (_, n) => notice(n));
	set({notices});
	await screen.has('20 notices (!)');
	await screen.press('!Z', 'Notices 1–9 of 42');
	set({notices: [...notices, notice(20)]});
	await screen.has('number 20');
	t.is(screen.lines()[3], '  number 20');
	await screen.press('j', 'Notices 2–10 of 44');
	const before = screen.frame();
	set({notices: [...notices, notice(20), notice(21)]});
	await settle();
	t.is(screen.frame(), before);
	await screen.press('g', 'number 21');
	t.is(screen.lines()[0], '━ !  Notices 1–9 of 46  ━━━━━━━━━━━━━━━━━━━━━━━ j k scroll  Z back  Esc closes ━');
});

test('counts notices that are no longer kept', async t => {
	const {screen, set} = await scene(t);
	set({notices: [notice(700)], noticesLeftOut: 699});
	await screen.has('700 notices (!)');
	await screen.press('!Z', '699 older ones are no longer kept.');
});

test("the only notice isn't counted while it is on the screen", async t => {
	const {screen, set} = await scene(t);
	set({notices: [notice(1, {times: 3})]});
	await screen.has('number 1');
	t.is(screen.lines()[22], 'access.log: number 1 (×3)');
});

test('hostile 19: paths and notices reach the terminal only escaped, at any size', async t => {
	const {screen, set} = await scene(t);
	const nasty = '/var/\u001b[2J\u001b]0;x\u0007/日本語\u202e/a\n.log'.repeat(5);
	set({
		notices: [notice(1, {path: nasty, text: nasty})],
		files: [{path: nasty, state: 'unreadable', problem: nasty}],
	});
	await screen.press('!Z', 'Notices');
	for (const [columns, lines] of [
		[120, 40],
		[80, 24],
		[40, 12],
		[20, 3],
	] as const) {
		screen.resize(columns, lines);
		await settle();
		assertDrawn(t, screen, columns, lines);
	}
});

test('L shows lines in no known format, escaped and cut', async t => {
	const {screen, store, set} = await scene(t);
	store.setUnrecognised([
		{file: 'b.log', offset: 12_345, line: Buffer.from('garbage \u001b[2J\u202e')},
		{file: 'b.log', offset: 7, line: Buffer.concat([Buffer.from('raw '), Buffer.from([0x9b, 0xff])])},
		{file: 'a\u001b[2J.log', offset: 0, line: Buffer.from('x'.repeat(70_000))},
		{file: 'a\u001b[2J.log', offset: 3, line: null},
	]);
	set({unrecognised: 68});
	await screen.has('68 lines not recognised (L)');
	await screen.press('LZ', 'garbage');
	t.deepEqual(screen.lines().slice(0, 14), [
		'━ L  Lines not recognised  ━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━ Z back  Esc closes ━',
		'',
		'The newest 4 of 68. No known format reads them; the byte is where the line',
		'begins in its file.',
		'b.log',
		'byte 12345: garbage \\x1b[2J\\u202e',
		'byte     7: raw \\x9B\\xFF',
		'a\\x1b[2J.log',
		`byte     0: ${'x'.repeat(68)}`,
		`            ${'x'.repeat(68)}`,
		`            ${'x'.repeat(68)}`,
		`            ${'x'.repeat(67)}…`,
		'byte     3: (can no longer be read)',
		'',
	]);
});

test('L shows that lines are being read, that every line is a request, or why reading failed', async t => {
	const {screen, store} = await scene(t);
	store.block();
	await screen.press('LZ', 'reading …');
	store.release();
	await screen.has('Every line that was read is a request.');
	await screen.press('LZ', '35 results found');
	store.fail(new Error('no connection'));
	await screen.press('LZ', 'no connection');
	t.is(screen.lines()[0], '━ L  Lines not recognised  ━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━ Z back  Esc closes ━');
});

test('closing the panel aborts its query', async t => {
	const {screen, store} = await scene(t);
	store.block();
	await screen.press('LZ', 'reading …');
	const {aborted} = store;
	await screen.press('LZ', '35 results found');
	t.is(store.aborted, aborted + 1);
});

test('a key that can’t work in a panel shows the reason until the next key', async t => {
	const {screen} = await scene(t);
	for (const [panel, key, why] of [
		['i', 'm', 'm only works in the listing: Esc goes back to it'],
		['i', 'o', 'o does nothing in this panel: ? lists its keys'],
		['f', 'v', 'v does nothing in this panel: ? lists its keys'],
		['i', '\r', 'No column is selected: ← → choose one'],
		['i', '+', 'A column can’t be shorter: - zooms out'],
		['i', 'Y', 'Y does nothing in this panel: ? lists its keys'],
		['f', '\u0013', '^S only works in the listing: Esc goes back to it'],
		['f', 'N', 'N only works in the listing: Esc goes back to it'],
		['x', '\u001B[D', 'Status is already the first column'],
		['x', 'o', 'o does nothing in this panel: ? lists its keys'],
		['a', '\r', 'There is nothing to select here'],
	] as const) {
		await screen.press(panel, `━ ${panel} `);
		await settle();
		await screen.press(key, why);
		screen.type(panel);
		await screen.hasNot(`━ ${panel} `);
		await screen.hasNot(why);
	}
});

test('without a value, the keys of a panel for its values show a message', async t => {
	const {screen} = await scene(t);
	await screen.press('/url:nowhere\rf', 'Client, 0 values');
	for (const key of ['\r', '+', '-']) {
		await screen.press(key, 'There is no value to search for.');
		screen.type('\u001B[C');
		await screen.hasNot('There is no value to search for.');
	}
});

import {join} from 'node:path';
import test, {type ExecutionContext} from 'ava';
import {type KeptBookmarks, keptBookmarks} from '../../../source/bookmarks/kept-bookmarks.js';
import {entries, entry, start} from '../../helpers/entry.js';
import {fakeClock} from '../../helpers/fake-clock.js';
import {fakeStore} from '../../helpers/fake-store.js';
import {type ScreenSceneOptions, screenScene} from '../../helpers/screen.js';
import {settle} from '../../helpers/settle.js';
import {temporaryDirectory} from '../../helpers/temporary-directory.js';
import {waitFor} from '../../helpers/wait-for.js';

async function scene(t: ExecutionContext, n: number, options: Partial<ScreenSceneOptions> = {}) {
	const store = fakeStore(...entries(1, n));
	const clock = fakeClock(start + n * 1000 + 500);
	const marks: KeptBookmarks = keptBookmarks(null);
	const screen = screenScene({t, store, clock, marks, ...options});
	await screen.has(`${n} results found`);
	await settle();
	/** Returns the lines of the listing: the mark of each row with the number of its request, and separators unchanged. */
	const listed = (): string =>
		screen
			.lines()
			.filter(line => /^.(\d{3} .*\/en\/\d|──)/.test(line))
			.map(line => line.replace(/^(.)\d{3} .*\/en\/(\d+) .*$/, '$1$2').trim())
			.join('|');
	return {store, clock, marks, screen, listed};
}

test('m bookmarks the selected or the first row, with a sign; m again removes the bookmark', async t => {
	const {screen, marks, listed} = await scene(t, 12);
	await screen.press('m', 'Marked: u U go to the next and previous marks');
	t.is(listed(), '◘12|11|10|9|8|7|6|5|4|3');
	await screen.press('jjm', '◘200');
	t.is(listed(), '•12|11|◘10|9|8|7|6|5|4|3');
	t.is(marks.getState().records.length, 2);
	await screen.press('m', 'Mark removed');
	t.is(listed(), '•12|11|▌10|9|8|7|6|5|4|3');
});

test('u waits for bookmarks that are being read', async t => {
	const path = join(temporaryDirectory(t), 'marks');
	const before = keptBookmarks(path);
	const first = await scene(t, 12, {marks: before});
	await first.screen.press('jjm', '◘200');
	await before.settled();
	first.screen.close();

	const kept = keptBookmarks(path);
	const {screen, listed} = await scene(t, 12, {marks: kept});
	kept.load();
	await screen.press('u', '◘200');
	t.is(listed(), '12|◘11|10|9|8|7|6|5|4|3');
});

test('without a request, there’s no row to bookmark', async t => {
	const {screen, marks} = await scene(t, 0);
	for (const key of ['m', 'u']) {
		await screen.press(key, 'There is no request here');
		screen.type('g');
		await screen.hasNot('There is no request here');
	}
	t.deepEqual(marks.getState().records, []);
});

test('u and U jump to the nearest bookmark in their direction, on any page', async t => {
	const {screen, store, listed} = await scene(t, 5000);
	await screen.press('mGm', '◘200');
	t.regex(listed(), /•?10\|.*◘1$/);
	await screen.press('g', 'of 5000');
	const asked = store.calls.length;
	await screen.press('ju', '◘200', '/en/1 ');
	t.regex(listed(), /◘1$/);
	t.true(store.calls.length - asked < 20, store.calls.slice(asked).join(', '));
	await screen.press('u', 'No mark or separator further down');
	await screen.press('U', '/en/5000 ');
	t.regex(listed(), /^◘5000/);
	await screen.press('U', 'No mark or separator further up');
});

test('u visits bookmarks of the same second in listing order', async t => {
	const time = start + 1000;
	const store = fakeStore(...[1, 2, 3, 4, 5].map(n => entry(n, {time, url: `/en/${n}`})));
	const {screen, listed} = await scene(t, 5, {store});
	// Sets the bookmarks in a different order from that of the rows.
	await screen.press('jjmkmjjjm', '◘200');
	t.is(listed(), '•5|•4|3|◘2|1');
	for (const expected of ['•5|◘4|3|•2|1', '◘5|•4|3|•2|1']) {
		screen.type('U');
		await settle();
		t.is(listed(), expected);
	}
	screen.type('u');
	await settle();
	t.is(listed(), '•5|◘4|3|•2|1');
});

test('a bookmark that the search hides is skipped and reported', async t => {
	const {screen, store, clock, listed} = await scene(t, 30);
	store.addPast(entry(100, {status: 404, time: start + 10_500}));
	clock.pass(1000);
	await screen.has('31 results found');
	await screen.press('Gm', '◘200');
	await screen.press('/status:404\r', '1 results found');
	await screen.press('gu', 'Further down only 1 marked request hidden by this search (C shows all)');
	await screen.press('C', '31 results found');
	screen.type('u');
	await settle();
	t.regex(listed(), /◘1$/);
});

test('reports a bookmark that is skipped on the way to the next bookmark', async t => {
	const {screen, store, clock, listed} = await scene(t, 9);
	store.addPast(entry(100, {status: 404, time: start + 5500}));
	clock.pass(1000);
	await screen.has('10 results found');
	await screen.press('jjjjjm', '◘404');
	await screen.press('Gm', '◘200');
	await screen.press('2', '9 results found');
	await screen.press('g', '● live');
	await screen.press('ju', 'Passed 1 marked request hidden by this search (C shows all)');
	t.regex(listed(), /◘1$/);
});

test('a bookmark whose request was evicted is reported as gone', async t => {
	const {screen, store, clock} = await scene(t, 30);
	await screen.press('Gm', '◘200');
	await screen.press('g', '● live');
	store.evict(5);
	clock.pass(1000);
	await screen.has('25 results found');
	await screen.press('u', 'Further down only 1 marked request gone: with its file, or by --max-entries');
});

test('during the backfill a missing bookmark may still appear; bookmarks of other logs aren’t reported as missing', async t => {
	const {screen, store, clock, marks} = await scene(t, 3);
	marks.change({
		type: 'add',
		record: {kind: 'mark', token: 'f'.repeat(13), time: start, made: start, logs: ['/other.log']},
	});
	await screen.press('ju', 'No mark or separator further down');
	store.setStatus({indexing: {read: 1, total: 100}});
	clock.pass(1000);
	await screen.has('so far; reading older requests, 1 %');
	marks.change({
		type: 'add',
		record: {kind: 'mark', token: 'e'.repeat(13), time: start, made: start, logs: marks.logs(['access.log'])},
	});
	await screen.press('u', 'Further down only 1 marked request not read yet');
});

test("' searches for bookmarked requests only, and back", async t => {
	const {screen, clock, listed} = await scene(t, 30);
	await screen.press("'", 'No request of this log is marked: m marks one');
	await screen.press('/url:1\r', '12 results found');
	await screen.press('gjmjjm', '◘200');
	await screen.press("'", '\n2 results found');
	t.regex(screen.frame(), /url:1 +token:0{11}\w\w,0{11}\w\w/);
	t.is(
		listed()
			.replaceAll(/[^\d|]/g, '')
			.split('|').length,
		2,
	);
	await screen.press("'", '12 results found');
	clock.pass(1000);
	t.notRegex(screen.frame(), /token:/);
});

test('M inserts a separator between old and new requests; M on it removes it', async t => {
	const {screen, store, clock, marks, listed} = await scene(t, 12);
	await screen.press('M', 'separator:');
	t.regex(screen.frame(), /Enter inserts it, even without text {2}Esc goes back/);
	await screen.press('deploy', 'separator: deploy');
	await screen.press('\r', '── 5 Nov 2026 9:00:12 deploy ──', '12 results found');
	t.regex(listed(), /^── 5 Nov 2026 9:00:12 deploy ─+\|12\|11\|10\|9\|8\|7\|6\|5\|4\|3$/);
	t.true(screen.lines().every(line => line.length <= 80));
	store.add(entry(13), entry(14));
	clock.pass(1000);
	await screen.has('14 results found');
	t.regex(listed(), /^14\|13\|── [^|]+\|12\|11\|10\|9\|8\|7\|6\|5$/);
	await screen.press('u', 'Separator 5 Nov 2026 9:00:12 deploy: M removes it');
	t.regex(listed(), /^14\|13\|▌── [^|]+\|▌12\|11\|/);
	await screen.press('U', 'No mark or separator further up');
	await screen.press('M', 'Separator removed');
	t.is(listed(), '14|13|▌12|11|10|9|8|7|6|5');
	t.deepEqual(marks.getState().records, []);
});

test('a separator without a label shows only the time; Esc inserts no separator', async t => {
	const {screen, marks} = await scene(t, 3);
	await screen.press('Mx', 'separator: x');
	screen.type('\u001b');
	await screen.hasNot('separator: ');
	t.deepEqual(marks.getState().records, []);
	await screen.press('M\r', '── 5 Nov 2026 9:00:03 ──');
});

test('control characters in a separator don’t reach the terminal', async t => {
	const {screen, marks} = await scene(t, 3);
	marks.change({
		type: 'add',
		record: {kind: 'separator', time: start + 2500, text: '\u001b]0;x\u0007\u202eevil', logs: []},
	});
	await screen.has('\\x1b]0;x\\x07\\u202eevil');
	// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
	t.notRegex(screen.frame().replaceAll('\n', ''), /[\u0000-\u001f\u202e]/);
	await screen.press('M\u001b[200~a\u001b]0;b\nc\u0007\u001b[201~', 'separator: a ]0;b c');
	screen.type('\r');
	await settle();
	const [, last] = marks.getState().records;
	t.like(last, {kind: 'separator', text: 'a ]0;b c'});
});

test('secrets of requests are redacted, the text of a separator isn’t', async t => {
	const {screen} = await scene(t, 3, {redact: true});
	await screen.press('M/?token=abc 203.0.113.9\r', '── 5 Nov 2026 9:00:03 /?token=abc 203.0.113.9 ──');
	t.regex(screen.frame(), /203\.0\.113\.x|203\.0\.113\.…|203\.0\.113\.0/);
});

test('a separator leaves ten requests, with --rows fit one fewer; several separators above a row share a line', async t => {
	const {screen, clock, listed} = await scene(t, 40);
	const numbers = (): number =>
		listed()
			.split('|')
			.filter(line => /\d$/.test(line) && !/─/.test(line)).length;
	screen.type('z');
	await waitFor(() => numbers() === 17);
	await screen.press('Mone\r', 'one ─');
	t.is(numbers(), 16);
	t.is(screen.lines().length, 24);
	clock.pass(1000);
	await screen.press('Mtwo\r', '9:00:41 two · 5 Nov 2026 9:00:40 one ─');
	t.is(numbers(), 16);
	await screen.press('u', '▌── 5 Nov 2026 9:00:41 two (1 of 2) ─');
	await screen.press('u', '▌── 5 Nov 2026 9:00:40 one (2 of 2) ─');
	screen.type('z');
	await waitFor(() => numbers() === 10);
});

test('without space for a line, a sign precedes the row below the separator', async t => {
	const {screen, marks, listed} = await scene(t, 40, {rows: 'fit'});
	for (const n of [30, 32, 38]) {
		marks.change({
			type: 'add',
			record: {kind: 'separator', time: start + n * 1000 + 500, text: `s${n}`, logs: []},
		});
	}
	await screen.has('s38');
	t.regex(
		listed(),
		/^40\|39\|── 5 Nov 2026 9:00:38 s38 ─+\|38\|37\|36\|35\|34\|33\|─32\|31\|─30\|29\|28\|27\|26\|25$/,
	);
	await screen.press('uu', 'Separator 5 Nov 2026 9:00:32 s32');
	t.regex(listed(), /^40\|39\|─38\|37\|36\|35\|34\|33\|▌── 5 Nov 2026 9:00:32 s32 ─+\|▌32\|31\|─30\|/);
	for (const [columns, lines] of [
		[80, 12],
		[40, 8],
		[18, 3],
	] as const) {
		screen.resize(columns, lines);
		await waitFor(() => screen.lines().length === lines, screen.frame);
		t.true(screen.lines().every(line => line.length <= columns));
		t.regex(screen.frame(), /^40 results|\n40 results/);
	}
});

test('at the edges of a page, the adjacent request decides about a separator', async t => {
	const {screen, marks, listed} = await scene(t, 30);
	for (const n of [0, 20, 30]) {
		marks.change({
			type: 'add',
			record: {kind: 'separator', time: start + n * 1000 + 500, text: `s${n}`, logs: []},
		});
	}
	await screen.has('s30');
	t.regex(listed(), /^── [^|]+ s30 ─+\|30\|29\|28\|27\|26\|25\|24\|23\|22\|21$/);
	await screen.press('j ', 's20');
	t.regex(listed(), /^── [^|]+ s20 ─+\|▌20\|19\|18\|17\|16\|15\|14\|13\|12\|11$/);
	await screen.press(' ', 's0');
	t.regex(listed(), /^▌10\|9\|8\|7\|6\|5\|4\|3\|2\|1\|── [^|]+ s0 ─+$/);
	await screen.press('k', 's20');
	t.regex(listed(), /^── [^|]+ s20 ─+\|20\|19\|.*▌11$/);
	// Above the first row of a page there may be others before it.
	await screen.press('U', 'Separator 5 Nov 2026 9:00:20 s20');
	await screen.press('k', '/en/30 ');
	await settle();
	t.regex(listed(), /^── [^|]+ s30 ─+\|30\|29\|.*\|▌21$/);
});

test('new requests aren’t treated as adjacent to a page that doesn’t move', async t => {
	const {screen, store, clock, listed} = await scene(t, 12);
	await screen.press('j', '▌200');
	store.add(entry(13));
	clock.pass(1000);
	await screen.has('1 new ↑');
	await screen.press('Mlate\r', 'Separator inserted');
	// The rows next to the page are queried again.
	await waitFor(() => listed() === '▌12|11|10|9|8|7|6|5|4|3', screen.frame);
	await screen.press('g', 'late ─');
	t.regex(listed(), /^── [^|]+ late ─+\|13\|12\|/);
});

test('the reason why bookmarks can’t be saved is reported once', async t => {
	const state = {records: [], problem: 'Bookmarks last until the program ends: …/marks'};
	const marks: KeptBookmarks = {...keptBookmarks(null), getState: () => state};
	const {screen} = await scene(t, 3, {marks});
	await screen.has('Bookmarks last until the program ends');
	screen.type('j');
	await screen.hasNot('What is marked');
});

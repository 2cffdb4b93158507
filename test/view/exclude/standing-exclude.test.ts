import test, {type ExecutionContext} from 'ava';
import {calendarIn} from '../../../source/format/calendar.js';
import {parseExclude} from '../../../source/query/parsing/parse-exclude.js';
import type {Entry} from '../../../source/store/store.js';
import {entries, entry, start} from '../../helpers/entry.js';
import {fakeClock, passTime} from '../../helpers/fake-clock.js';
import {fakeStoreAt} from '../../helpers/fake-store.js';
import {type ScreenSceneOptions, screenScene} from '../../helpers/screen.js';

function health(n: number): Entry {
	return entry(n, {url: '/health'});
}

/** 20 requests, including 5 health checks. */
function scene(t: ExecutionContext, options: Partial<ScreenSceneOptions> = {}) {
	const clock = fakeClock(start + 100_000);
	const store = fakeStoreAt(clock, ...entries(1, 15), ...[16, 17, 18, 19, 20].map(health));
	const exclude = parseExclude('-url:/health', calendarIn('utc', start));
	return {store, clock, screen: screenScene({t, clock, exclude, ...options, store})};
}

test('the exclude of the start hides requests and shows their number; X shows them, and hides them again', async t => {
	const {screen, store, clock} = scene(t);
	await screen.has('15 results found   5 excluded');
	t.is(screen.lines()[1], `/ search${' '.repeat(56)}X  -url:/health`);
	t.false(screen.frame().includes('/health '));
	await screen.press('X', '20 results found');
	t.false(screen.frame().includes('excluded'));
	t.is(screen.lines()[1], `/ search${' '.repeat(53)}X  -url:/health off`);
	await screen.press('X', '15 results found   5 excluded');
	store.add(health(21), entry(22));
	await passTime(clock, 1000);
	await screen.has('16 results found   6 excluded');
});

test('C clears the search but not the exclude; the number of hidden requests counts only matches of the search', async t => {
	const {screen} = scene(t);
	await screen.has('15 results found   5 excluded');
	await screen.press('/url:/en/1\r', '7 results found');
	t.false(screen.frame().includes('excluded'));
	await screen.press(
		'/\u0015url:h\r',
		'No request matches.',
		'5 requests that would match are excluded: X shows them.',
	);
	await screen.has('0 results found   5 excluded');
	await screen.press('C', '15 results found   5 excluded');
	t.regex(screen.lines()[1] ?? '', /^\/ search +X {2}-url:\/health$/);
});

test(':exclude sets the hidden requests, none ends it, and a wrong argument shows the syntax', async t => {
	const {screen} = scene(t, {exclude: null});
	await screen.has('20 results found');
	t.is(screen.lines()[1], '/ search');
	await screen.press('X', 'No requests are excluded: :exclude -url:/health hides such requests');
	await screen.press(':exclude\r', 'exclude takes what to hide, such as exclude -url:/health,/ready');
	await screen.press(
		'\u001B:exclude url:/en\r',
		'each term of an exclude begins with -: write -url:/en to hide these requests',
	);
	await screen.press('\u001B:exclude -url:/en\r', '5 results found   15 excluded');
	// Alone, it is the key.
	await screen.press(':exclude\r', '20 results found');
	await screen.press(':exclude -url:/en,/health\r', '0 results found   20 excluded');
	await screen.has('All 20 requests are excluded: X shows them.');
	await screen.press(':exclude none\r', '20 results found', 'No request is excluded now');
	t.is(screen.lines()[1], '/ search');
});

test('a held row keeps its line; panels and the overview are without the excluded requests', async t => {
	const {screen} = scene(t);
	await screen.has('15 results found   5 excluded');
	await screen.press('jj', '▌200');
	const selected = () => screen.lines().find(line => line.startsWith('▌'));
	const before = selected();
	const index = screen.lines().indexOf(before ?? '');
	await screen.press('X', '20 results found');
	t.is(screen.lines()[index], before);
	await screen.press('X', '15 results found');
	t.is(screen.lines()[index], before);
	await screen.press('fu', '15 requests');
	t.false(screen.frame().includes('/health  '));
	await screen.press('X', '20 requests');
});

test('the redaction hides secrets in the exclude', async t => {
	const exclude = parseExclude('-url:token=s3cr3tvalue', calendarIn('utc', start));
	const {screen} = scene(t, {exclude, redact: true});
	await screen.has('20 results found');
	t.true(screen.lines()[1]?.includes('-url:token=REDACTED'), screen.lines()[1]);
	await screen.press('*', '-url:token=s3cr3tvalue');
});

import test, {type ExecutionContext} from 'ava';
import {assertDrawn} from '../../../helpers/assert-drawn.js';
import {entries, start} from '../../../helpers/entry.js';
import {fakeClock} from '../../../helpers/fake-clock.js';
import {fakeStoreAt} from '../../../helpers/fake-store.js';
import {screenScene} from '../../../helpers/screen.js';
import {settle} from '../../../helpers/settle.js';
import {waitFor} from '../../../helpers/wait-for.js';

async function scene(t: ExecutionContext, {columns = 80, lines = 24} = {}) {
	const clock = fakeClock(start + 100_000);
	const screen = screenScene({t, store: fakeStoreAt(clock, ...entries(1, 35)), clock, columns, lines});
	await screen.has('35');
	await settle();
	return screen;
}

const [esc, f1, enter, backspace, pageDown] = ['\u001B', '\u001BOP', '\r', '\u007F', '\u001B[6~'];

/** The headings on the screen, without the rules around them. */
function headings(lines: readonly string[]): readonly string[] {
	return lines.flatMap(line => /^── (.*) ──$/.exec(line)?.[1] ?? []);
}

/** The lines of the help between the filter and the footer, without empty lines. */
function body(lines: readonly string[]): readonly string[] {
	return lines.slice(5, -1).filter(line => line !== '');
}

for (const [origin, keys, shown, heading] of [
	['the listing', '', '35 results', 'Listing'],
	['a selected request', 'j', 'held', 'Selected request'],
	['the details', 'j\r', 'Details 0', 'Details of a request (Enter)'],
	['the timeline', 'i', 'Timeline, ', 'Timeline (i)'],
	['the facets', 'fj', 's sort', 'Most frequent (f)'],
	['the routes', 'r', 'Routes by', 'Routes (r)'],
	['the columns', 'x', 'Columns', 'Columns (x)'],
	['the alerts', 'a', 'Alerts', 'Alerts (a)'],
	['the notices', '!', 'Notices', 'Notices (!)'],
	['the lines that match no format', 'L', 'Every line', 'Lines not recognised (L)'],
	['the search bar', '/', 'Enter keeps it', 'Search bar (/)'],
	['another line that is written', 's', 'Enter', 'Other lines'],
] as const) {
	test(`the help starts with the keys of ${origin}, and closing it returns there`, async t => {
		const screen = await scene(t);
		for (const key of keys) {
			screen.type(key);
			await settle();
		}
		await screen.has(shown);
		await settle();
		const before = screen.frame();
		await screen.press(f1, 'Keys 1–');
		t.is(screen.lines()[5], `── ${heading} ──`);
		screen.type(esc);
		await screen.hasNot('Keys 1–');
		await settle();
		t.is(screen.frame(), before);
	});
}

test('each section appears once, with general keys and search syntax last', async t => {
	const screen = await scene(t, {lines: 400});
	await screen.press('f?', '── Most frequent (f) ──');
	const all = headings(screen.lines());
	t.is(new Set(all).size, all.length);
	t.deepEqual(all.slice(0, 3), ['Most frequent (f)', 'Listing', 'Examples']);
	t.deepEqual(all.slice(-4), ['Everywhere', 'Commands (:)', 'Search syntax', 'Signs and words']);
});

test('/ filters the help with each character, ignoring case; headings stay if they have matches', async t => {
	const screen = await scene(t);
	await screen.press('?', 'Keys 1–18');
	await screen.press('/', 'Enter keeps it');
	await screen.press('NEXT 4', '/NEXT 4');
	await screen.hasNot('Keys 1–');
	t.deepEqual(body(screen.lines()), ['── Listing ──', 'w W         down to the next 4xx, or up']);
	await screen.press(`${backspace}5`, '/NEXT 5');
	t.deepEqual(body(screen.lines()), ['── Listing ──', 'e E         down to the next 5xx, or up']);
	await screen.press('\u0015^z', '── Everywhere ──');
	t.deepEqual(body(screen.lines()), ['── Everywhere ──', '^Z    suspend to the background; fg resumes']);
});

test('the title names the filter for the examples, and a filter finds sections by their headings', async t => {
	const screen = await scene(t, {lines: 33});
	await screen.press('?', '/ filters: /examples');
	await screen.press('/exam', '/exam');
	await screen.hasNot('Keys 1–');
	const [first, second, ...others] = body(screen.lines());
	t.is(first, '── Examples ──');
	t.regex(second ?? '', /^5 d +the culprit/);
	t.true(others.includes('f w      whose addresses these are: their owners, f y: their countries; needs a'));
	await screen.press('\u0015search s', '/search s');
	t.deepEqual(headings(screen.lines()), ['Search syntax']);
	// Two letters are keys.
	await screen.press('\u0015ex', '/ex');
	t.false(screen.frame().includes('the culprit'));
});

for (const [question, keys] of [
	['culprit', '5 d'],
	['last hour with the hour before', 'T T d'],
	['what has changed', 'T T d'],
	['most bytes', 'f s s'],
	['versions of apps', 'f g'],
	['whose addresses', 'f w'],
	['owners', 'f w'],
	['geo', '"geo" in the config'],
] as const) {
	test(`the filter finds the keys for: ${question}`, async t => {
		const screen = await scene(t);
		await screen.press('?', 'Keys 1–18');
		await screen.press(`/${question}`, '── Examples ──', keys);
		t.pass();
	});
}

test('the first Escape removes the filter, the second closes the help', async t => {
	const screen = await scene(t);
	for (const keep of ['', enter]) {
		await screen.press('?', 'Keys 1–18');
		await screen.press(`/next 4${keep}`, '/next 4');
		await screen.hasNot('Keys 1–');
		await screen.press(esc, 'Keys 1–18');
		await screen.hasNot('/next 4');
		await screen.press(esc, '35 results found');
	}
});

test('Enter keeps the filter, / edits it again, Backspace in an empty filter ends it', async t => {
	const screen = await scene(t);
	await screen.press('?/next 4', '/next 4');
	await screen.press(`${enter}/x`, '/next 4x');
	await screen.press(`\u0015${backspace}`, 'Keys 1–18');
	// Keys are commands again.
	await screen.press('q', '35 results found');
});

test('a filtered help can be paged, even while the user edits the filter', async t => {
	const screen = await scene(t, {lines: 12});
	await screen.press('?/request', '/request', 'Keys 1–7');
	await screen.press(pageDown, 'Keys 8–14');
	await screen.press('\u001B[A', 'Keys 7–13');
	screen.type(enter);
	await screen.hasNot('Enter keeps it');
	await screen.press('j ', 'Keys 15–21');
	t.regex(screen.lines()[3] ?? '', /^\/request$/);
	await screen.press('/', 'Enter keeps it');
	t.regex(screen.lines()[2] ?? '', /Keys 15–21/);
	// A new filter starts at the top.
	await screen.press('s', 'Keys 1–7');
});

test('a filter without matches explains how to leave it', async t => {
	const screen = await scene(t);
	await screen.press('?/nothing of that', 'No match for “nothing of that”: Esc shows all, Backspace deletes');
	await screen.press(enter, 'No match for “nothing of that”: Esc shows all, / changes it');
	await screen.press(esc, 'Keys 1–18');
});

test('keys typed together open, filter and close the help in order', async t => {
	const screen = await scene(t);
	await screen.press('f?/next 4', 'w W         down to the next 4xx, or up');
	await screen.press(esc, '── Most frequent (f) ──');
	screen.type('?5');
	await waitFor(() => screen.lines()[3]?.startsWith('━ f  Most frequent') === true, screen.frame);
});

test('a command given by name acts on the listing, not on the help', async t => {
	const screen = await scene(t);
	await screen.press('?', 'Keys 1–18');
	await screen.press(':search', 'search as you type');
	await screen.press(enter, 'earlier searches');
	t.is(screen.lines()[0], '/');
});

test('text pasted into the filter becomes one line, safe for the terminal', async t => {
	const screen = await scene(t);
	await screen.press('?/', 'Enter keeps it');
	await screen.press('\u001B[200~a\u001B[2J\u0007\u202Eb\nc\u001B[201~', '\\u202eb c');
	assertDrawn(t, screen, 80, 24);
	await screen.press('\u0015\u001B[200~\nnext 4\n\u001B[201~', 'down to the next 4xx, or up');
});

test('over the search bar, only keys of the help work; the bar keeps its content', async t => {
	const screen = await scene(t);
	await screen.press('/en/3', 'results found');
	await settle();
	await screen.press(f1, '── Search bar (/) ──');
	await screen.press('5', 'A line is being edited: Esc returns to it');
	screen.type('f');
	await settle();
	t.regex(screen.lines()[5] ?? '', /Search bar/);
	await screen.press('/next 4', '/next 4');
	await screen.press(esc, 'Keys 1–18');
	await screen.press(esc, '/en/3');
	await screen.press('5', '/en/35');
});

test('the help fits any screen, filtered or not', async t => {
	const screen = await scene(t);
	for (const [columns, lines] of [
		[80, 24],
		[160, 45],
		[40, 10],
		[20, 5],
	] as const) {
		screen.resize(columns, lines);
		await screen.press('?', '── Listing ──');
		assertDrawn(t, screen, columns, lines);
		await screen.press('/next 4', '/next 4', 'w W');
		assertDrawn(t, screen, columns, lines);
		await screen.press('zzz', 'No match for');
		t.regex(screen.frame(), /Esc\s+shows\s+all/);
		assertDrawn(t, screen, columns, lines);
		screen.type(`${enter}q`);
		await screen.hasNot('No match for');
		await settle();
	}
});

test('two Escapes in one read remove the filter and close the help', async t => {
	const screen = await scene(t);
	await screen.press('?', '── Listing ──');
	await screen.press('/time', '/time');
	screen.type(esc + esc);
	await screen.hasNot('── Listing ──');
	t.true(screen.frame().includes('00000000000023'.slice(1)), 'the listing');
});

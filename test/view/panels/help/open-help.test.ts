import test from 'ava';
import {assertDrawn} from '../../../helpers/assert-drawn.js';
import {entries, start} from '../../../helpers/entry.js';
import {fakeClock} from '../../../helpers/fake-clock.js';
import {fakeStoreAt} from '../../../helpers/fake-store.js';
import {screenScene} from '../../../helpers/screen.js';
import {settle} from '../../../helpers/settle.js';
import {waitFor} from '../../../helpers/wait-for.js';

async function scene({columns = 80, lines = 24, color = false} = {}) {
	const clock = fakeClock(start + 100_000);
	const screen = screenScene({store: fakeStoreAt(clock, ...entries(1, 35)), clock, columns, lines, color});
	await screen.has('35');
	await settle();
	return screen;
}

const [esc, f1, enter, backspace, pageDown] = ['\u001B', '\u001BOP', '\r', '\u007F', '\u001B[6~'];

/** The headings on the screen, without the rules around them. */
function headings(lines: readonly string[]): readonly string[] {
	return lines.flatMap(line => /^── (.*) ──$/.exec(line)?.[1] ?? []);
}

/** The lines of the help below the filter, without empty lines. */
function body(lines: readonly string[]): readonly string[] {
	return lines.slice(2).filter(line => line !== '');
}

for (const [place, keys, shown, heading] of [
	['the listing', '', '35 results', 'Listing'],
	['a selected request', 'j', 'held', 'Selected request'],
	['the details', 'j\r', 'Request 0', 'Details of a request (Enter)'],
	['the timeline', 'i', 'Timeline, ', 'Timeline (i)'],
	['the facets', 'f', 'Most frequent', 'Facets (f)'],
	['the routes', 'r', 'Routes by', 'Routes (r)'],
	['the columns', 'x', 'Columns', 'Columns (x)'],
	['the alerts', 'a', 'Alerts', 'Alerts (a)'],
	['the notices', '!', 'Notices', 'Notices (!)'],
	['the lines that match no format', 'L', 'Every line', 'Lines not recognised (L)'],
	['the search bar', '/', 'Enter keeps it', 'Search bar (/)'],
	['another line that is written', 's', 'Enter', 'Other lines'],
] as const) {
	test(`the help starts with the keys of ${place}, and closing it returns there`, async t => {
		const screen = await scene();
		for (const key of keys) {
			screen.type(key);
			await settle();
		}
		await screen.has(shown);
		await settle();
		const before = screen.frame();
		screen.type(f1);
		await screen.has('Keys 1–');
		t.is(screen.lines()[2], `── ${heading} ──`);
		screen.type(esc);
		await screen.hasNot('Keys 1–');
		await settle();
		t.is(screen.frame(), before);
		screen.close();
	});
}

test('each section appears once, with general keys and search syntax last', async t => {
	const screen = await scene({lines: 400});
	screen.type('f?');
	await screen.has('── Facets (f) ──');
	const all = headings(screen.lines());
	t.is(new Set(all).size, all.length);
	t.deepEqual(all.slice(0, 3), ['Facets (f)', 'Listing', 'Examples']);
	t.deepEqual(all.slice(-4), ['Everywhere', 'Commands (:)', 'Search syntax', 'Signs and words']);
	screen.close();
});

test('/ filters the help with each character, ignoring case; headings stay if they have matches', async t => {
	const screen = await scene();
	screen.type('?');
	await screen.has('Keys 1–22');
	screen.type('/');
	await screen.has('(Enter keeps it');
	screen.type('NEXT 4');
	await screen.has('/NEXT 4');
	await screen.hasNot('Keys 1–');
	t.deepEqual(body(screen.lines()), ['── Listing ──', 'w W         down to the next 4xx, or up']);
	screen.type(`${backspace}5`);
	await screen.has('/NEXT 5');
	t.deepEqual(body(screen.lines()), ['── Listing ──', 'e E         down to the next 5xx, or up']);
	screen.type('\u0015^z');
	await screen.has('── Everywhere ──');
	t.deepEqual(body(screen.lines()), ['── Everywhere ──', '^Z    suspend to the background; fg resumes']);
	screen.close();
});

test('the first Escape removes the filter, the second closes the help', async t => {
	const screen = await scene();
	for (const keep of ['', enter]) {
		screen.type('?');
		await screen.has('Keys 1–22');
		screen.type(`/next 4${keep}`);
		await screen.has('/next 4');
		await screen.hasNot('Keys 1–');
		screen.type(esc);
		await screen.has('Keys 1–22');
		await screen.hasNot('/next 4');
		screen.type(esc);
		await screen.has('35 results found');
	}
	screen.close();
	t.pass();
});

test('Enter keeps the filter, / edits it again, Backspace in an empty filter ends it', async t => {
	const screen = await scene();
	screen.type('?/next 4');
	await screen.has('/next 4');
	screen.type(`${enter}/x`);
	await screen.has('/next 4x');
	screen.type(`\u0015${backspace}`);
	await screen.has('Keys 1–22');
	// Keys are commands again.
	screen.type('q');
	await screen.has('35 results found');
	screen.close();
	t.pass();
});

test('a filtered help can be paged, even while the user edits the filter', async t => {
	const screen = await scene({lines: 12});
	screen.type('?/request');
	await screen.has('/request');
	await screen.has('Keys 1–10');
	screen.type(pageDown);
	await screen.has('Keys 11–20');
	screen.type('\u001B[A');
	await screen.has('Keys 10–19');
	screen.type(enter);
	await screen.hasNot('Enter keeps it');
	screen.type('j ');
	await screen.has('Keys 21–30');
	t.regex(screen.lines()[1] ?? '', /^\/request$/);
	screen.type('/');
	await screen.has('Enter keeps it');
	t.regex(screen.lines()[0] ?? '', /^Keys 21–30/);
	// A new filter starts at the top.
	screen.type('s');
	await screen.has('Keys 1–10');
	screen.close();
});

test('a filter without matches explains how to leave it', async t => {
	const screen = await scene();
	screen.type('?/nothing of that');
	await screen.has('No match for “nothing of that”: Esc shows all, Backspace deletes');
	screen.type(enter);
	await screen.has('No match for “nothing of that”: Esc shows all, / changes it');
	screen.type(esc);
	await screen.has('Keys 1–22');
	screen.close();
	t.pass();
});

test('keys typed together open, filter and close the help in order', async t => {
	const screen = await scene();
	screen.type('f?/next 4');
	await screen.has('w W         down to the next 4xx, or up');
	screen.type(esc);
	await screen.has('── Facets (f) ──');
	screen.type('?5');
	await waitFor(() => screen.lines()[0]?.startsWith('Most frequent') === true, screen.frame);
	screen.close();
	t.pass();
});

test('a command given by name acts on the listing, not on the help', async t => {
	const screen = await scene();
	screen.type('?');
	await screen.has('Keys 1–22');
	screen.type(':search');
	await screen.has('search as you type');
	screen.type(enter);
	await screen.has('earlier searches');
	t.is(screen.lines()[0], '/');
	screen.close();
});

test('text pasted into the filter becomes one line, safe for the terminal', async t => {
	const screen = await scene();
	screen.type('?/');
	await screen.has('Enter keeps it');
	screen.type('\u001B[200~a\u001B[2J\u0007\u202Eb\nc\u001B[201~');
	await screen.has('\\u202eb c');
	assertDrawn(t, screen, 80, 24);
	screen.type('\u0015\u001B[200~\nnext 4\n\u001B[201~');
	await screen.has('down to the next 4xx, or up');
	screen.close();
});

test('over the search bar, only keys of the help work; the bar keeps its content', async t => {
	const screen = await scene();
	screen.type('/en/3');
	await screen.has('results found');
	await settle();
	screen.type(f1);
	await screen.has('── Search bar (/) ──');
	screen.type('5');
	await screen.has('A line is being edited: Esc returns to it');
	screen.type('f');
	await settle();
	t.regex(screen.lines()[2] ?? '', /Search bar/);
	screen.type('/next 4');
	await screen.has('/next 4');
	screen.type(esc);
	await screen.has('Keys 1–22');
	screen.type(esc);
	await screen.has('/en/3');
	screen.type('5');
	await screen.has('/en/35');
	screen.close();
});

test('the help fits any screen, filtered or not', async t => {
	const screen = await scene();
	for (const [columns, lines] of [
		[80, 24],
		[160, 45],
		[40, 10],
		[20, 5],
	] as const) {
		screen.resize(columns, lines);
		screen.type('?');
		await screen.has('── Listing ──');
		assertDrawn(t, screen, columns, lines);
		screen.type('/next 4');
		await screen.has('/next 4');
		await screen.has('w W');
		assertDrawn(t, screen, columns, lines);
		screen.type('zzz');
		await screen.has('No match for');
		t.regex(screen.frame(), /Esc\s+shows\s+all/);
		assertDrawn(t, screen, columns, lines);
		screen.type(`${enter}q`);
		await screen.hasNot('No match for');
		await settle();
	}
	screen.close();
});

test('two Escapes in one read remove the filter and close the help', async t => {
	const screen = await scene();
	screen.type('?');
	await screen.has('── Listing ──');
	screen.type('/time');
	await screen.has('/time');
	screen.type(esc + esc);
	await screen.has('35 results');
	t.notRegex(screen.frame(), /── Listing ──/);
});

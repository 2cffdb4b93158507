import test from 'ava';
import {wordTable, wordTerm} from '../../../source/view/palette/palette-items.js';
import {helpLines} from '../../../source/view/panels/help/help-lines.js';
import {makePanels} from '../../../source/view/panels/panels.js';
import {assertDrawn} from '../../helpers/assert-drawn.js';
import {entries, entry, start} from '../../helpers/entry.js';
import {fakeClock} from '../../helpers/fake-clock.js';
import {fakeStoreAt} from '../../helpers/fake-store.js';
import {type ScreenSceneOptions, screenScene} from '../../helpers/screen.js';
import {settle} from '../../helpers/settle.js';

async function scene(options: Omit<ScreenSceneOptions, 'store' | 'clock'> = {}) {
	const clock = fakeClock(start + 100_000);
	const store = fakeStoreAt(clock, ...entries(1, 30), entry(31, {status: 500, url: '/broken'}));
	const screen = screenScene({store, clock, ...options});
	await screen.has('results found');
	await screen.has('2xx ');
	await screen.has('quiet since');
	await settle();
	return {clock, store, screen};
}

test('80 by 24: the palette replaces the title and lists commands with their keys below the rows', async t => {
	const {screen} = await scene();
	screen.type(':ti');
	await screen.has('▌timeline');
	t.is(screen.lines()[0], ':ti');
	t.deepEqual(screen.lines().slice(15, 18), [
		'5 Nov 2026 · 1–10 of 31, following',
		'▌timeline  i      timeline: requests over time; select a period to search in',
		' notices   !      events and problems of the files',
	]);
	t.is(screen.lines().at(-1), 'Enter runs it  Tab completes  ↓ ↑ choose  Esc goes back');
	screen.close();
});

test('Enter runs the best match by name, prefix, scattered letters or key, even in one chunk of input', async t => {
	const {screen} = await scene();
	for (const [typed, title] of [
		[':timeline\r', 'Timeline'],
		[':rou\r', 'Routes by'],
		[':notic\r', 'Notices'],
		[':tmln\r', 'Timeline'],
		[':x\r', 'Columns'],
	] as const) {
		screen.type(typed);
		await screen.has(title);
		screen.type('\u001b');
		await screen.has('1–10 of 31');
	}
	screen.close();
	t.pass();
});

test('↓ chooses, Tab completes, Esc and Backspace on an empty line close', async t => {
	const {screen} = await scene();
	screen.type(':');
	await screen.has('1–5 of');
	await screen.has(' query TEXT');
	screen.type('\u001b[B');
	await screen.has('▌query TEXT');
	screen.type('\u001b[B');
	await screen.has('▌window TIME|all');
	screen.type('\r');
	await screen.has(':window');
	await screen.has('the last 15 minutes');
	screen.type('\u001b');
	await screen.hasNot(':window');
	screen.type(':faf\u007f');
	screen.type('\t');
	await screen.has(':facets');
	screen.type('\u0015\u007f');
	await screen.hasNot('runs it');
	screen.type('jj');
	await screen.has('▌200');
	screen.close();
	t.pass();
});

test('suggests the nearest name for an unknown command and keeps the line for correction', async t => {
	const {screen} = await scene();
	screen.type(':timelien\r');
	await screen.has('There is no command timelien: did you mean timeline?');
	await screen.has(':timelien');
	screen.type('\u0015xyzzy\r');
	await screen.has('There is no command xyzzy here: an empty line lists all there are');
	screen.type('\u0015freeze 5\r');
	await screen.has('freeze takes no argument');
	screen.type('\u0015wobble the screen\r');
	await screen.has('There is no command wobble here');
	screen.type('\u0015reading the log\r');
	await screen.has('No command is named reading the log: ↓ chooses a related one');
	await screen.has(' freeze');
	screen.type('\u001b[B\r');
	await screen.has('frozen (= continues)');
	screen.close();
	t.pass();
});

test('words set rows, columns, search and period from their arguments', async t => {
	const {screen} = await scene();
	screen.type(':rows 3\r');
	await screen.has('1–3 of 31');
	screen.type(':rows 0\r');
	await screen.has('rows takes an integer of at least 1, or fit, not 0');
	screen.type('\u0015rows fit\r');
	await screen.has('1–16 of 31');
	screen.type(':rows\r');
	await screen.has('1–3 of 31');
	screen.type(':columns status,url:20,agent\r');
	await screen.has('Agent');
	screen.type(':columns nothing\r');
	await screen.has('there is no column nothing: the columns are');
	screen.type('\u0015columns usual\r');
	await screen.has('Token');
	screen.type(':query status:5xx\r');
	await screen.has('1 results found');
	screen.type(':window 2h\r');
	await screen.has(' status:5xx   since:2h');
	screen.type(':window yesterday\r');
	await screen.has('yesterday');
	screen.type('\u0015window all\r');
	await screen.hasNot('since:2h');
	screen.type(':query nofield:1\r');
	await screen.has('there is no field “nofield”');
	await screen.has('1 results found');
	screen.type('\u0015query url:broken\r');
	await screen.has('\n url:broken');
	screen.type('/\u001b[A');
	await screen.has('/url:broken');
	screen.close();
	t.pass();
});

test('hides commands without an effect in the current state', async t => {
	const {screen} = await scene();
	screen.type(':clear\r');
	await screen.has('There is no command clear here');
	screen.type('\u0015find-next\r');
	await screen.has('There is no command find-next');
	screen.type('\u0015wanted\r');
	await screen.has('There is no command wanted');
	screen.type('\u0015query status:200\r');
	await screen.has('30 results found');
	screen.type(':clear\r');
	await screen.has('31 results found');
	screen.type(':query url:nowhere\r');
	await screen.has('0 results found');
	screen.type(':open\r');
	await screen.has('There is no command open');
	screen.type('\u0015alerts\r');
	await screen.hasNot(':alerts');
	await screen.hasNot('0 results found');
	screen.close();
	t.pass();
});

test('over a panel: the panel stays open and follows the search', async t => {
	const {screen} = await scene();
	screen.type('f');
	await screen.has('31 requests');
	screen.type(':query status:5xx\r');
	await screen.has('1 request ');
	screen.type(':facets\r');
	await screen.has('There is no command facets');
	t.is(screen.lines()[0], ':facets');
	screen.type('\u0015rou');
	await screen.has('▌routes');
	screen.type('\r');
	await screen.has('Routes by');
	screen.type(':clear-search\r');
	await screen.has('31 requests');
	screen.close();
});

test('over a panel: runs the panel’s copy commands and the mouse command', async t => {
	const copied: string[] = [];
	const {screen} = await scene({
		clipboard: {
			async copy(text) {
				copied.push(text);
				return {ways: ['the test']};
			},
		},
	});
	screen.type('e\r');
	await screen.has('Request ');
	screen.type(':copy-curl\r');
	await screen.has('Copied');
	screen.type(':choose-copy\r');
	await screen.has('u URL');
	screen.type('u');
	await screen.has('Copied the URL');
	screen.type(':mouse\r');
	await screen.has('The mouse is off');
	screen.type('\u001b');
	await screen.has('held');
	screen.type('f');
	await screen.has('Most frequent IP');
	screen.type(':copy\r');
	await screen.has('Copied the');
	t.is(copied.length, 3);
	t.regex(copied[0] ?? '', /^curl .*broken/s);
	t.is(copied[1], '/broken');
	screen.type(':copy-curl\r');
	await screen.has('There is no command copy-curl here');
	screen.close();
});

test('a paste with line ends fills the line and runs no command', async t => {
	const {screen} = await scene();
	screen.type(':');
	screen.type('\u001b[200~timeline\r\nquit\u001b[201~');
	await screen.has(':timeline  quit');
	screen.type('\u001b');
	await screen.has('1–10 of 31');
	screen.close();
	t.pass();
});

test('fits on every screen size, over the listing and over a panel', async t => {
	const {screen} = await scene();
	for (const [open, written, leave] of [
		['', ':in', ''],
		['', ':xyzzy\r', ''],
		['', ':window ', ''],
		['f', ':in', 'f'],
	] as const) {
		for (const [columns, lines] of [
			[80, 24],
			[200, 50],
			[40, 12],
			[30, 8],
			[24, 5],
			[18, 3],
		] as const) {
			screen.resize(columns, lines);
			screen.type(open + written);
			await screen.has(written.trim());
			await settle();
			assertDrawn(t, screen, columns, lines);
			screen.type(`\u0015\u007f${leave}`);
			await screen.hasNot(written.trim());
			await settle();
		}
	}
	screen.close();
});

test('the help lists every word', t => {
	const help = helpLines(makePanels(), 100)
		.map(line => JSON.stringify(line))
		.join('\n');
	for (const row of wordTable) {
		t.true(help.includes(wordTerm(row)), row.name);
	}
});

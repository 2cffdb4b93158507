import test, {type ExecutionContext} from 'ava';
import {wordTable, wordTerm} from '../../../source/view/palette/palette-items.js';
import {helpLines} from '../../../source/view/panels/help/help-lines.js';
import {makePanels} from '../../../source/view/panels/panels.js';
import {assertDrawn} from '../../helpers/assert-drawn.js';
import {entries, entry, start} from '../../helpers/entry.js';
import {fakeClock} from '../../helpers/fake-clock.js';
import {fakeStoreAt} from '../../helpers/fake-store.js';
import {type ScreenSceneOptions, screenScene} from '../../helpers/screen.js';
import {settle} from '../../helpers/settle.js';

async function scene(t: ExecutionContext, options: Omit<ScreenSceneOptions, 'store' | 'clock'> = {}) {
	const clock = fakeClock(start + 100_000);
	const store = fakeStoreAt(clock, ...entries(1, 30), entry(31, {status: 500, url: '/broken'}));
	const screen = screenScene({t, store, clock, ...options});
	await screen.has('results found', '2xx ', 'no request for');
	await settle();
	return {clock, store, screen};
}

test('80 by 24: the palette replaces the title and lists commands with their keys below the rows', async t => {
	const {screen} = await scene(t);
	await screen.press(':ti', '▌timeline');
	t.is(screen.lines()[0], ':ti');
	t.deepEqual(screen.lines().slice(14, 17), [
		'─ 5 Nov 2026 · 1–10 of 31 ────────── ░ 2xx 97%  ▒ 3xx 0%  ▓ 4xx 0%  █ 5xx 3.2% ─',
		'▌timeline  i      timeline: requests over time; select a period to search in',
		' notices   !      events and problems of the files',
	]);
	t.is(screen.lines().at(-1), 'Enter runs it  Tab completes  ↓ ↑ choose  Esc goes back');
});

test('Enter runs the best match by name, prefix, scattered letters or key, even in one chunk of input', async t => {
	const {screen} = await scene(t);
	for (const [typed, title] of [
		[':timeline\r', 'Timeline'],
		[':rou\r', 'Routes by'],
		[':notic\r', 'Notices'],
		[':tmln\r', 'Timeline'],
		[':x\r', 'Columns'],
	] as const) {
		await screen.press(typed, title);
		await screen.press('\u001b', '1–10 of 31');
	}
});

test('↓ chooses, Tab completes, Esc and Backspace on an empty line close', async t => {
	const {screen} = await scene(t);
	await screen.press(':', '1–6 of', ' query TEXT');
	await screen.press('\u001b[B', '▌query TEXT');
	await screen.press('\u001b[B', '▌window TIME|all');
	await screen.press('\r', ':window', 'the last 15 minutes');
	screen.type('\u001b');
	await screen.hasNot(':window');
	screen.type(':faf\u007f');
	await screen.press('\t', ':facets');
	screen.type('\u0015\u007f');
	await screen.hasNot('runs it');
	await screen.press('jj', '▌200');
});

test('suggests the nearest name for an unknown command and keeps the line for correction', async t => {
	const {screen} = await scene(t);
	await screen.press(':timelien\r', 'There is no command timelien: did you mean timeline?', ':timelien');
	await screen.press('\u0015xyzzy\r', 'There is no command xyzzy here: an empty line lists all there are');
	await screen.press('\u0015freeze 5\r', 'freeze takes no argument');
	await screen.press('\u0015wobble the screen\r', 'There is no command wobble here');
	screen.type('\u0015reading the log\r');
	await screen.has('No command is named reading the log: ↓ chooses a related one', ' freeze');
	await screen.press('\u001b[B\r', 'frozen (= continues)');
});

test('f @ prompts for a log field, with completions, and opens its values; :facets takes any field', async t => {
	const {screen, store} = await scene(t);
	store.setLogFields([
		{name: 'Tenant', n: 31},
		{name: 'upstream_status', n: 3},
	]);
	await screen.press('f@', ':facets @', ' @Tenant ', ' @upstream_status ');
	await screen.press('ten\t\r', '@tenant, 1');
	t.true(store.calls.includes('facets @tenant 100'));
	await screen.press('f', 'results found');
	await screen.press(':facets agent\r', 'Agent, 1');
	await screen.press(':facets @status', '@upstream_status  a log field');
	await screen.press('\u0015facets @x_y\r', '@x_y, 1', 'no request has @x_y: the newest lines have @tenant');
	await screen.press(':facets @tenants\r', 'no request has @tenants: did you mean @tenant?');
	await screen.press(':facets foo\r', 'takes the name of a field, such as agent or @tenant, not foo');
});

test(':facets takes the field names of the search, and reports what a field without a tab requires', async t => {
	const {screen} = await scene(t);
	for (const [name, head] of [
		['ip', 'Client, 1'],
		['param', 'Parameter, 1'],
		['referer-host', 'Referer host, 1'],
	] as const) {
		await screen.press(`:facets ${name}\r`, head);
	}
	await screen.press(':facets asn\r', 'asn: needs a database: in config.jsonc write "geo"');
	await screen.press(
		'\u0015facets user\r',
		'There is no tab for user here: reqscope --top user prints its values',
	);
	await screen.press('\u0015facets bytes\r', 'The values of bytes can’t be listed');
});

test('the palette finds the command for owners and geo', async t => {
	const {screen} = await scene(t);
	for (const word of ['owner', 'geo']) {
		await screen.press(`:${word}`, ' facets [FIELD]', 'asn (owners…');
		await screen.press('\u0015\u001b', 'results found');
	}
});

test(':differences takes the baseline; b cycles through the possible baselines', async t => {
	const {screen, store} = await scene(t, {columns: 140});
	const asked: string[] = [];
	store.differences = async ({selection, baseline = ''}) => {
		const against = typeof baseline === 'string' ? baseline : baseline.text;
		asked.push(`${selection.text} | ${against}`);
		const kind = against === 'rest' || against === 'before' ? against : 'search';
		return {
			...{selected: 1, baseline: 30, isTooSmall: false, kind, before: null},
			// Without a finding, the panel would also compare with the next baseline.
			findings: [
				{
					...{field: 'route', value: '/checkout', also: [], mostly: []},
					...{selected: {n: 1, share: 1}, baseline: {n: 0, share: 0}},
				},
			],
			...{compared: ['route'], incomparable: [], different: [], partial: false},
		};
	};
	await screen.press('/status:500\r', '1 results found');
	await screen.press(
		':differences status:200 method:GET\r',
		'1 request with status:500 against 30 others with status:200 method:GET',
	);
	t.true(screen.frame().includes('b against: the rest, a search ▾'));
	await screen.press('b', '1 request with status:500 against the other 30');
	await screen.press('b', '1 request with status:500 against 30 others with status:200 method:GET');
	await screen.press(':differences status:foo\r', '“foo” is not a status');
	await screen.press('\u001B', 'against: the rest, a search ▾');
	await screen.press(':differences rest\r', 'against the other 30');
	t.deepEqual(asked, [
		'status:500 | status:200 method:GET',
		'status:500 | rest',
		'status:500 | status:200 method:GET',
		'status:500 | rest',
	]);
});

test('commands typed with an argument set rows, columns, search and period', async t => {
	const {screen} = await scene(t);
	await screen.press(':rows 3\r', '1–3 of 31');
	await screen.press(':rows 0\r', 'rows takes an integer of at least 1, or fit, not 0');
	await screen.press('\u0015rows fit\r', '1–17 of 31');
	await screen.press(':rows\r', '1–3 of 31');
	await screen.press(':columns status,url:20,agent\r', 'User agent');
	await screen.press(':columns nothing\r', 'there is no column nothing: the columns are');
	await screen.press('\u0015columns usual\r', 'Token');
	await screen.press(':query status:5xx\r', '1 results found');
	await screen.press(':window 2h\r', ' status:5xx   since:2h');
	await screen.press(':window yesterday\r', 'yesterday');
	screen.type('\u0015window all\r');
	await screen.hasNot('since:2h');
	await screen.press(':query nofield:1\r', 'there is no field “nofield”', '1 results found');
	await screen.press('\u0015query url:broken\r', '\n url:broken');
	await screen.press('/\u001b[A', '/url:broken');
});

test('hides commands without an effect in the current state', async t => {
	const {screen} = await scene(t);
	await screen.press(':clear\r', 'There is no command clear here');
	await screen.press('\u0015find-next\r', 'There is no command find-next');
	await screen.press('\u0015wanted\r', 'There is no command wanted');
	await screen.press('\u0015query status:200\r', '30 results found');
	await screen.press(':clear\r', '31 results found');
	await screen.press(':query url:nowhere\r', '0 results found');
	await screen.press(':open\r', 'There is no command open');
	screen.type('\u0015alerts\r');
	await screen.hasNot(':alerts');
	await screen.has('━ a  Alerts ');
});

test('over a panel: the panel stays open and follows the search', async t => {
	const {screen} = await scene(t);
	await screen.press('f', '31 requests');
	await screen.press(':query status:5xx\r', '1 request ');
	await screen.press(':facets\r', 'facets takes the name of a field, such as agent or @tenant');
	t.is(screen.lines()[0], ':facets');
	await screen.press('\u0015rou', '▌routes');
	await screen.press('\r', 'Routes by');
	await screen.press(':clear-search\r', '31 requests');
});

test('over a panel: runs the panel’s copy commands and the mouse command', async t => {
	const copied: string[] = [];
	const {screen} = await scene(t, {
		clipboard: {
			async copy(text) {
				copied.push(text);
				return {ways: ['the test']};
			},
		},
	});
	await screen.press('e\r', 'Details ');
	await screen.press(':copy-curl\r', 'Copied');
	await screen.press(':choose-copy\r', 'u URL');
	await screen.press('u', 'Copied the URL');
	await screen.press(':mouse\r', 'The mouse is off');
	await screen.press('\u001b', 'held');
	await screen.press('f', '▌203.0.113.9');
	await screen.press(':copy\r', 'Copied the');
	t.is(copied.length, 3);
	t.regex(copied[0] ?? '', /^curl .*broken/s);
	t.is(copied[1], '/broken');
	await screen.press(':copy-curl\r', 'There is no command copy-curl here');
});

test('a paste with line ends fills the line and runs no command', async t => {
	const {screen} = await scene(t);
	screen.type(':');
	await screen.press('\u001b[200~timeline\r\nquit\u001b[201~', ':timeline  quit');
	await screen.press('\u001b', '1–10 of 31');
});

test('fits on every screen size, over the listing and over a panel', async t => {
	const {screen} = await scene(t);
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
			await screen.press(open + written, written.trim());
			await settle();
			assertDrawn(t, screen, columns, lines);
			screen.type(`\u0015\u007f${leave}`);
			await screen.hasNot(written.trim());
			await settle();
		}
	}
});

test('the help lists every word', t => {
	const help = helpLines(makePanels(), 100)
		.map(line => JSON.stringify(line))
		.join('\n');
	for (const row of wordTable) {
		t.true(help.includes(wordTerm(row)), row.name);
	}
});

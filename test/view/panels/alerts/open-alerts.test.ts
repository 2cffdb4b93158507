import test from 'ava';
import {readConfig} from '../../../../source/config/read-config.js';
import {alertScene} from '../../../helpers/alert-scene.js';
import {fakeMouse} from '../../../helpers/fake-mouse.js';
import {waitFor} from '../../../helpers/wait-for.js';

const enter = '\r';

test('Enter on a rule searches for the requests in its window', async t => {
	const {screen, write, pass} = await alertScene(t, [
		['errors', '5xx over 2 in 1m30s'],
		[undefined, 'any url:/wp-login OR url:/admin'],
		[undefined, 'under 1 in 5m'],
	]);
	write(3, {status: 500});
	write(2);
	await pass(3);
	screen.type('/status:404 method:put since:1h');
	await screen.press(enter, 'No request matches');
	await screen.press(
		'aZ',
		'━ ! 1 alert  a  Alerts  ━━━━━━━━━━━━━━━ Enter its requests  Z back  Esc closes ━',
		'▌FIRING  errors',
	);
	await screen.press(enter, '3 results found');
	// The previous search is dropped, because the rule counts without it.
	t.is(screen.lines()[1], ' status:5xx   since:1m30s');

	await screen.press('aj', '▌quiet   any url:/wp-login');
	await screen.press(enter, 'No request matches');
	t.is(screen.lines()[1], ' (url:/wp-login OR url:/admin)   since:1m');
	await screen.press('aG', '▌quiet   under 1 in 5m');
	await screen.press(enter, '5 results found');
	t.is(screen.lines()[1], ' since:5m');
});

test('Enter on a rule that is quiet again searches for the requests that made it fire', async t => {
	const {screen, write, pass} = await alertScene(t, [
		['errors', '5xx over 2 in 10s'],
		['doors', 'any url:/wp-login every 30s'],
	]);
	await pass(100);
	write(3, {status: 500});
	write(1, {url: '/wp-login'});
	await pass(1);
	write(4, {url: '/wp-login'});
	await pass(2);
	await screen.press('aj', '▌FIRING  doors');
	await screen.has('▌        last fired 5 Nov 2026 9:01:41 for 1 request, 4 more since');
	await screen.press(enter, '5 results found');
	t.is(screen.lines()[1], ' url:/wp-login   since:2026-11-05T09:00:32');
	await pass(60);
	screen.type('aj');
	// Matches during the pause were reported together at its end.
	await screen.has('▌        last fired 5 Nov 2026 9:02:11 for 4 requests');
	await screen.press(enter, '5 results found');
	t.is(screen.lines()[1], ' url:/wp-login   since:2026-11-05T09:01:02   until:2026-11-05T09:02:12');
	await pass(40);
	write(2, {status: 500});
	await pass(2);
	await screen.press('aZ', '▌quiet   errors');
	await screen.press(enter, '3 results found');
	t.is(screen.lines()[1], ' status:5xx   since:2026-11-05T09:01:32   until:2026-11-05T09:01:42');
});

test('Enter on a rule shows the excluded requests that it counts', async t => {
	const {screen, write, pass} = await alertScene(t, [
		['errors', '5xx over 2 in 1m'],
		['missing', 'status:404 over 9 in 1m'],
	]);
	write(3, {status: 503, url: '/health'});
	write(1, {status: 404});
	await pass(3);
	await screen.press(':exclude -url:/health\r', '1 results found   3 excluded');
	await screen.press('aj\r', ' status:404   since:1m');
	await screen.has('1 results found');
	await pass(1);
	t.regex(screen.lines()[1] ?? '', /X {2}-url:\/health$/);
	await screen.press('a\r', '3 results found');
	await screen.has('The rule counts excluded requests, too, so they are shown: X hides them');
	await screen.press('X', '0 results found   3 excluded');
});

test('the selected rule stays selected when another rule fires; y copies it', async t => {
	const copied: string[] = [];
	const {screen, write, pass} = await alertScene(
		t,
		[
			['doors', 'any url:/wp-login'],
			['errors', '5xx over 2 in 10s'],
		],
		{
			clipboard: {
				async copy(text) {
					copied.push(text);
					return {ways: ['wl-copy']};
				},
			},
		},
	);
	await screen.press('aZ', '▌quiet   doors');
	t.is(screen.lines()[1], '2 rules, none of them firing');
	write(3, {status: 500});
	await pass(3);
	await screen.has(' FIRING  errors', '▌quiet   doors');
	t.is(screen.lines()[1], '2 rules, 1 of them firing');
	await screen.press('g', '▌FIRING  errors');
	screen.type('y');
	await waitFor(() => copied.length === 1);
	t.deepEqual(copied, ['5xx over 2 in 10s']);
});

test('a click on any line of a rule selects it, a second click searches', async t => {
	const mouse = fakeMouse();
	const {screen} = await alertScene(
		t,
		[
			['doors', 'any url:/wp-login'],
			['errors', '5xx over 2 in 10s'],
		],
		{mouse},
	);
	await screen.press('paZ', '▌quiet   doors');
	const line = screen.lines().findIndex(text => text.includes('5xx over 2'));
	mouse.click(0, 0);
	mouse.click(12, 1);
	mouse.click(12, 20);
	mouse.click(12, line);
	await screen.has('▌quiet   errors');
	mouse.click(12, line - 1);
	await screen.has('No request matches');
	t.is(screen.lines()[1], ' status:5xx   since:10s');
});

test('while the panel is open, the current count of a rule is at most a second old', async t => {
	const {screen, write, pass, store} = await alertScene(t, [['errors', '5xx over 90 in 1h']]);
	await pass(2);
	write(3, {status: 500});
	await pass(2);
	const asked = (): number => store.calls.filter(call => call === 'histogram').length;
	screen.type('aZ');
	// It opens with the current value.
	await screen.has('now 3 requests');
	write(2, {status: 500});
	await pass(1);
	await screen.has('now 5 requests');
	await screen.press('=', 'Frozen');
	write(2, {status: 500});
	await pass(15);
	await screen.has('now 5 requests');
	await screen.press('=', 'now 7 requests');
	await screen.press('a', '7 results found');
	await pass(2);
	const before = asked();
	await pass(20);
	// The line of the pulse asks as well, each second.
	t.true(asked() - before <= 2 * 20 + 3, `${asked() - before}`);
});

test('a rule whose search matches nothing shows it until there is a match', async t => {
	const {screen, write, pass} = await alertScene(t, [
		['doors', 'any url:/wp-login'],
		[undefined, 'under 1 in 5m'],
	]);
	await screen.press('aZ', 'no request that was read matches what it looks for');
	t.is(screen.frame().split('no request that was read').length, 2);
	write(1, {url: '/wp-login'});
	await pass(2);
	await screen.hasNot('no request that was read matches');
});

test('the selected rule is visible on a small screen', async t => {
	const rules = ['one', 'two', 'three', 'four'].map(name => [name, `any url:/${name}`] as const);
	const {screen} = await alertScene(t, rules, {columns: 30, lines: 6});
	await screen.press('aZ', '▌quiet   one');
	for (const name of ['two', 'three', 'four']) {
		await screen.press('j', `▌quiet   ${name}`);
		t.true(screen.lines().every(line => line.length <= 30));
	}
	await screen.press('g', '▌quiet   one');
	t.is(screen.lines()[1], '▌quiet   one');
});

test('an alert that is about to end shows when its value fell below the limit', async t => {
	const {screen, write, pass} = await alertScene(t, [[undefined, 'under 1 in 20s']]);
	await pass(25);
	await screen.press('aZ', 'FIRING  under 1 in 20s');
	write(1);
	await pass(2);
	await screen.has('now 1 request; since before 5 Nov 2026 9:00:03, back since 9:00:26');
	await screen.press(enter, ' ! 1 alert  under 1 in 20s: 1, back   ● live');
	t.is(screen.lines()[1], ' since:2026-11-05T08:59:44');
	screen.type('aZ');
	await pass(11);
	await screen.has('quiet   under 1 in 20s');
});

test('without space for the title line, the count line shows the firing rules', async t => {
	const {screen, write, pass} = await alertScene(t, [['errors', '5xx over 2 in 10s']], {
		columns: 30,
		lines: 6,
	});
	await pass(2);
	write(3, {status: 500});
	await pass(2);
	await screen.has('3 results found   ! 1 alert');
	await screen.press('=', '─ 1–3, frozen (= continues) ──');
	t.is(screen.lines()[0], '3 results found   ! 1 alert');
	t.true(screen.lines().every(line => line.length <= 30));
	screen.resize(80, 9);
	await screen.has('3 results found   ! 1 alert  errors: 3 since 9:00:03');
	screen.resize(80, 24);
	await screen.has('! 1 alert  errors: 3 since');
	t.is(screen.frame().split('! 1 alert').length, 2);
	screen.resize(14, 6);
	await screen.has('3 results fou');
	screen.type('=');
	await pass(20);
	screen.resize(30, 6);
	await screen.hasNot('! 1 alert');
});

test('redacted text is also redacted in the search, which still finds the requests', async t => {
	const {screen, write, pass} = await alertScene(t, [[undefined, 'any ip:203.0.113.9 url:token=abc']], {
		redact: true,
	});
	write(1, {url: '/x?token=abc'});
	write(1, {url: '/x?token=abd'});
	await pass(1);
	await screen.press('aZ', '▌FIRING  any ip:203.0.113.0 url:token=REDACTED');
	await screen.press(enter, '1 results found');
	t.is(screen.lines()[1], ' ip:203.0.113.0   url:token=REDACTED   since:2026-11-05T08:58:52');
	t.notRegex(screen.frame(), /abc|113\.9/);
});

test('a rule about a fleet shows only the reason why it waits', async t => {
	const {screen, pass} = await alertScene(t, [['fleet', 'source:web1 under 1 in 5m']]);
	await pass(2);
	await screen.press('aZ', 'source: needs --store');
	t.deepEqual(screen.lines().slice(1, 6), [
		'1 rule, none of them firing',
		'▌waits   fleet',
		'▌        has not fired yet',
		'▌        source: needs --store, and these are logs',
		'▌        source:web1 under 1 in 5m',
	]);
});

test(':alert adds a rule, which fires; an invalid rule is reported; - removes a rule', async t => {
	const {screen, write, pass, rings} = await alertScene(t, []);
	await screen.press('aZ', 'No rules are watched.');
	await screen.press(':alert 5xx over 2\r', 'the time is missing after over 2: write in 1m');
	await screen.press(
		' in 1m\r',
		'Watched in this session; k copies its line for the config file, to keep it',
	);
	await screen.has('▌quiet   5xx over 2 in 1m');
	await screen.press(':alert 5xx over 2 in 1m\r', 'this rule is watched already');
	screen.type('\u001B');
	write(3, {status: 500});
	await pass(3);
	await screen.has('▌FIRING  5xx over 2 in 1m');
	t.is(rings(), 1);
	await screen.press('-', 'No rules are watched.');
	t.false(screen.frame().includes('FIRING'));
});

test('- removes the selected rule although the redaction hides its secrets', async t => {
	const {screen} = await alertScene(
		t,
		[
			[undefined, 'under 1 in 5m'],
			[undefined, 'any url:token=abc123'],
		],
		{redact: true},
	);
	await screen.press('aZj', '▌quiet   any url:token=REDACTED');
	screen.type('-');
	await screen.hasNot('token=');
	await screen.has('1 rule, none of them firing');
});

test('after an incident, A writes a rule that the same incident would trigger', async t => {
	const {screen, write, pass} = await alertScene(t, []);
	for (let minutes = 0; minutes < 11; minutes++) {
		write(1, {status: minutes === 0 ? 500 : 200});
		await pass(60);
	}
	write(12, {status: 500});
	await pass(2);
	await screen.press('/status:5xx\r', '13 results found');
	await screen.press('A', ':alert status:5xx over 6 in 1m');
	await screen.has('The last hour had 1 in ordinary minutes, 12 in the busiest; Enter adds the rule');
});

test('A writes a rule for the search, with a threshold from its busiest minute in the last hour', async t => {
	const {screen, write, pass} = await alertScene(t, []);
	write(3, {status: 500});
	await pass(120);
	write(2, {status: 500});
	write(9);
	await pass(2);
	await screen.press('/status:5xx since:1m\r', '2 results found');
	await screen.press('A', ':alert status:5xx over 6 in 1m');
	await screen.has('Twice the busiest minute of the last hour (3 requests); Enter adds the rule');
	await screen.press('\r', 'Watched in this session');
	await screen.press(
		'C/url:/wp\rA',
		':alert any url:/wp',
		'None in the last hour: any request makes the rule fire; Enter adds it',
	);
	await screen.press('\u001BC:exclude -status:5xx\r', '9 results found');
	await screen.press('A', ':alert -status:5xx over 18 in 1m');
});

test('A for the selection in a panel writes a rule for the search and the selection', async t => {
	const {screen, write, pass} = await alertScene(t, []);
	write(3, {status: 500, url: '/a'});
	write(2, {status: 500, url: '/b'});
	write(9, {url: '/b'});
	await pass(2);
	await screen.press('/status:5xx\r', '5 results found');
	await screen.press('fu', '/b');
	await screen.press('jA', ':alert status:5xx url:==/b over 4 in 1m');
	await screen.press('\u001B\u001Bi', '━ i  Timeline');
	screen.type('\u001B[D');
	await screen.press('A', ':alert status:5xx over 10 in 1m');
});

test('A counts whole minutes, so the threshold doesn’t depend on the second of the key', async t => {
	const {screen, write, pass} = await alertScene(t, []);
	write(3);
	await pass(40);
	write(3);
	await pass(45);
	await screen.press('A', ':alert over 12 in 1m');
});

test('the key after an added rule copies its line for the config file, or has its command', async t => {
	const copied: string[] = [];
	const {screen, write} = await alertScene(t, [], {
		redact: true,
		clipboard: {
			async copy(text) {
				copied.push(text);
				return {ways: ['wl-copy']};
			},
		},
	});
	write(3);
	await screen.press(':alert any url:"a b"\r', 'Watched in this session');
	await screen.press('k', 'Copied the line; add it to "alerts" in the config file; by wl-copy');
	t.deepEqual(
		readConfig(`{"alerts": {${copied[0]}}}`, 'c').alerts.map(({rule}) => rule.text),
		['any url:"a b"'],
	);
	await screen.press(':alert any url:token=abc123\r', 'Watched in this session');
	await screen.press('k', 'Copied the line');
	t.is(copied[1], '"any url:token=REDACTED": "any url:token=REDACTED",');
	// Any other key has its command, and k is the next one.
	await screen.press(':alert any url:/c\r', 'Watched in this session');
	await screen.press('a', '━ a  Alerts');
	screen.type('k');
	await screen.hasNot('Copied');
	t.is(copied.length, 2);
});

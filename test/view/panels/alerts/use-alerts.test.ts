import test from 'ava';
import {parseRule} from '../../../../source/alerts/parse-rule.js';
import {alertScene as scene} from '../../../helpers/alert-scene.js';
import {start} from '../../../helpers/entry.js';
import {fakeClock} from '../../../helpers/fake-clock.js';
import {fakeStoreAt} from '../../../helpers/fake-store.js';
import {panelScreen} from '../../../helpers/panel-screen.js';
import {waitFor} from '../../../helpers/wait-for.js';

test('a firing rule rings the bell once and shows a notice and the title; its end is shown, too', async t => {
	const {screen, write, pass, rings} = await scene(t, [['errors', '5xx over 2 in 10s']], {columns: 120});
	await pass(2);
	t.is(screen.lines()[0], ` reqscope  access.log${'○ no request yet'.padStart(98)}`);
	await screen.hasNot('a alerts');
	write(3, {status: 500});
	await pass(3);
	await screen.has('a alerts  / search', 'alert errors (5xx over 2 in 10s): 3 requests');
	t.is(
		screen.lines()[0],
		` reqscope  access.log${'0.05/s    ! 1 alert  errors: 3 since 9:00:03   ● live'.padStart(98)}`,
	);
	t.is(rings(), 1);

	await screen.press('aZ', 'FIRING  errors', '        now 3 requests; since 5 Nov 2026 9:00:03');
	await screen.has('        5xx over 2 in 10s');
	// A panel on the whole screen hides the title line.
	t.regex(screen.lines()[0] ?? '', /^━ ! 1 alert {2}a {2}Alerts/);

	await pass(20);
	await screen.has('quiet   errors', '        now 0 requests; last fired 5 Nov 2026 9:00:03');
	t.regex(screen.lines()[0] ?? '', /^━ a {2}Alerts/);
	await screen.press('a', 'alert errors (5xx over 2 in 10s) ended after 19 s: 0 requests');
	t.is(screen.lines()[0], ` reqscope  access.log${'0.05/s   ● live'.padStart(98)}`);
	t.is(rings(), 1);
	await screen.press('!', 'alert errors (5xx over 2 in 10s): 3 requests');
});

test('the notice of a firing rule has the current value, and disappears when the value is back', async t => {
	const {screen, write, pass} = await scene(t, [
		['errors', '5xx over 2 in 10s'],
		['doors', 'any url:/wp-login every 10s'],
	]);
	await pass(2);
	write(3, {status: 500});
	await pass(2);
	await screen.has('alert errors (5xx over 2 in 10s): 3 requests');
	write(5, {status: 500});
	await pass(2);
	await screen.has('alert errors (5xx over 2 in 10s): 8 requests');
	await pass(8);
	await screen.has('! 1 alert  errors: 0, back   ● live');
	await screen.hasNot('alert errors (');
	await pass(10);
	await screen.has('alert errors (5xx over 2 in 10s) ended');
	write(1, {url: '/wp-login'});
	await pass(1);
	await screen.has('alert doors (any url:/wp-login every 10s): 1 request, GET /wp-login');
	await pass(10);
	await screen.hasNot('alert doors (');
});

test('an alert found at the first check is shown as older than the program', async t => {
	const {screen, write, pass} = await scene(t, [['errors', '5xx over 2 in 10s']], {columns: 120});
	write(3, {status: 500});
	await pass(1);
	await screen.has('! 1 alert  errors: 3 since before 9:00:01');
	await screen.press('aZ', '        now 3 requests; since before 5 Nov 2026 9:00:01');
	await pass(20);
	await screen.has('        now 0 requests; last fired 5 Nov 2026 9:00:01');
	await screen.press('a', 'ended after more than');
	t.regex(screen.frame(), /errors \(5xx over 2 in 10s\) ended after more than \d+ s: 0 requests/);
});

test('shows several firing rules at any width', async t => {
	const {screen, write, pass, rings} = await scene(t, [
		[undefined, 'any url:/wp-login'],
		['errors', '5xx share over 5% in 10s min 1'],
	]);
	write(2, {status: 500, url: '/wp-login'});
	await pass(2);
	await screen.has('! 2 alerts  any url:/w…: 2, errors: 100 %   ● live');
	screen.resize(120, 24);
	await screen.has('! 2 alerts  any url:/wp-login: 2, errors: 100 %   ● live');
	t.is(rings(), 2);
	for (const width of [120, 60, 40]) {
		screen.resize(width, 24);
		await screen.has('! 2 alerts');
		await waitFor(() => screen.lines().every(line => line.length <= width), screen.frame);
	}
});

test('a missing program is reported immediately, and the rule still fires', async t => {
	const {screen, write, pass, rings} = await scene(
		t,
		[[undefined, 'any x']],
		{columns: 120},
		'no-such-program',
	);
	await screen.has("alert: no-such-program can't be started: there is no such program; give its whole path");
	write(1, {url: '/x'});
	await pass(1);
	await screen.has('alert any x: 1 request, GET /x from 203.0.113.9, 200');
	t.is(rings(), 1);
});

test('secrets are redacted in alerts, too', async t => {
	const {screen, write, pass} = await scene(t, [[undefined, 'any ip:203.0.113.9 url:token=abc']], {
		columns: 120,
		redact: true,
	});
	write(1, {url: '/x?token=abc'});
	await pass(1);
	await screen.has('! 1 alert  any ip:203.0.113.0 url:token=REDACTED');
	await screen.has('GET /x?token=REDACTED from 203.0.113.0/24, 200');
	await screen.press('aZ', 'FIRING');
	t.notRegex(screen.frame(), /abc|113\.9/);
});

test('switching the redaction on also redacts earlier notices, even on a frozen screen', async t => {
	const {screen, write, pass} = await scene(t, [['of one', 'any ip:203.0.113.9 url:token=abc']], {
		columns: 120,
	});
	write(1, {url: '/x?token=abc'});
	await pass(1);
	await screen.has('GET /x?token=abc from 203.0.113.9, 200');
	await screen.press('=*', 'GET /x?token=REDACTED from 203.0.113.0, 200');
	t.notRegex(screen.frame(), /abc|113\.9/);
	await screen.press('!', 'GET /x?token=REDACTED from 203.0.113.0, 200');
	t.notRegex(screen.frame(), /abc|113\.9/);
	await screen.press('*', 'GET /x?token=abc from 203.0.113.9, 200');
});

test('text from a log or a rule reaches the terminal sanitised', async t => {
	const {screen, write, pass} = await scene(t, [['na\u001b[31mme\u202e', 'any url:/x']], {columns: 120});
	write(1, {url: '/x\u001b]0;t\u0007\u202e', ip: null, method: null, status: null});
	await pass(1);
	await screen.has('alert na\\x1b[31mme\\u202e (any url:/x): 1 request, /x\\x1b]0;t\\x07\\u202e');
	await screen.has('! 1 alert  na\\x1b[31mme\\u202e: 1 at 9:00:01');
	await screen.press('aZ', 'FIRING  na\\x1b[31mme\\u202e');
	t.false(screen.frame().includes('\u202e'));
});

test('without rules, the panel explains how to define them', async t => {
	const clock = fakeClock(start);
	const panel = panelScreen('alerts', {t, store: fakeStoreAt(clock), clock});
	await panel.has('No rules are watched.', 'SEARCH share over P% in DURATION [min N] [of SEARCH]');
	await panel.press('aZ', 'closed');
	t.pass();
	panel.close();
});

test('a rule that can’t be checked shows the reason', async t => {
	const clock = fakeClock(start);
	const state = {
		isFiring: false,
		firedAt: null,
		isLonger: false,
		backSince: null,
		reading: null,
		unreported: 0,
	};
	const rule = parseRule('under 1 in 5m');
	const alerts = [{rule, state, problem: 'waits until its period has passed once'}];
	const panel = panelScreen('alerts', {t, store: fakeStoreAt(clock), clock, alerts});
	await panel.has('waits   under 1 in 5m');
	t.deepEqual(panel.lines().slice(1), [
		'1 rule, none of them firing',
		'▌waits   under 1 in 5m',
		'▌        has not fired yet',
		'▌        waits until its period has passed once',
	]);
	panel.close();
});

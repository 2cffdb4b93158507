import test from 'ava';
import fc from 'fast-check';
import {invocationOf} from '../../source/alerts/alert-command.js';
import {
	alertFacts,
	factsOf,
	hasFacts,
	unknownFact,
	variableOf,
	withFacts,
} from '../../source/alerts/alert-facts.js';
import type {AlertEvent} from '../../source/alerts/alerts.js';
import {parseRule} from '../../source/alerts/parse-rule.js';
import type {Entry} from '../../source/store/store.js';
import {entry, start} from '../helpers/entry.js';
import {forAll} from '../helpers/for-all.js';
import {nastyText} from '../helpers/nasty-text.js';

function fired(text: string, count: number, total: number | null, matched: Entry | null): AlertEvent {
	const rule = parseRule(text, 'mine');
	const reading = {count, total};
	return {kind: 'fired', rule, time: start, reading, entry: matched, lasted: 0, isLonger: false};
}

test('a program receives all facts of an alert', t => {
	const changes = {url: '/wp-login.php', status: 404, host: 'shop.example', userAgent: 'curl/8'};
	const facts = factsOf(fired('5xx share over 5% in 1m', 37, 300, entry(1, changes)));
	t.deepEqual(Object.fromEntries(facts), {
		rule: 'mine',
		message: 'alert mine (5xx share over 5% in 1m): 12.33 %, 37 of 300 requests',
		value: '12.33',
		count: '37',
		total: '300',
		time: '2026-11-05T09:00:00Z',
		url: '/wp-login.php',
		method: 'GET',
		status: '404',
		ip: '203.0.113.9',
		host: 'shop.example',
		agent: 'curl/8',
		token: '0000000000001',
	});
	t.deepEqual(
		[...facts.keys()],
		alertFacts.map(({name}) => name),
	);
});

test('the environment lacks unknown facts and the server’s password; in arguments, unknown facts are empty', t => {
	const facts = factsOf(fired('under 1 in 5m', 0, null, null));
	t.deepEqual([...facts.keys()], ['rule', 'message', 'value', 'count', 'time']);
	const env = {PATH: '/bin', REQSCOPE_URL: 'of another', HOME: '/home', CLICKHOUSE_PASSWORD: 'secret'};
	const started = invocationOf({program: 'p', args: ['<{url}>', '{value} {rule}', '{nothing}']}, facts, env);
	t.deepEqual(started, {
		program: 'p',
		args: ['<>', '0 mine', '{nothing}'],
		env: {
			PATH: '/bin',
			HOME: '/home',
			...Object.fromEntries(Array.from(facts, ([name, fact]) => [variableOf(name), fact])),
		},
	});
});

test('only names of facts in braces are placeholders', t => {
	t.is(unknownFact('{rule} {vlaue} {x}'), 'vlaue');
	t.is(unknownFact('{rule} {} {a b} {"json": 1}'), undefined);
	t.is(unknownFact('{constructor}'), 'constructor');
	t.true(hasFacts('a{url}'));
	t.false(hasFacts('a{x}{'));
});

test('no fact from a log turns an argument into an option', t => {
	const facts = factsOf(fired('any x', 1, null, entry(1, {url: '--hint=x', userAgent: '-rf', ip: null})));
	const filled = (argument: string): string => withFacts(argument, facts);
	t.is(filled('{url}'), ' --hint=x');
	t.is(filled('{ip}{agent}'), ' -rf');
	t.is(filled('-{agent}'), '--rf');
	t.is(filled('--url={url}'), '--url=--hint=x');
});

test('facts contain no control characters and respect the maximum length, for any log', t => {
	forAll(100, nastyText, fc.nat(10_000), (text, length) => {
		const url = `/${text}\0\n\u001b]0;x\u0007${'x'.repeat(length)}😀`;
		const facts = factsOf(fired('any x', 1, null, entry(1, {url, userAgent: text, host: url})));
		for (const fact of facts.values()) {
			t.notRegex(fact, /\p{Cc}|\p{Cs}/u);
			t.true(fact.length <= 4096);
		}
	});
});

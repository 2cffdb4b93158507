import test from 'ava';
import fc from 'fast-check';
import {searchNames} from '../../../source/fields/fields.js';
import {logFieldsIn} from '../../../source/query/expression.js';
import {parseQuery} from '../../../source/query/parsing/parse-query.js';
import {complete, type TypedPart, typedAt} from '../../../source/query/suggestions/complete.js';
import {entry} from '../../helpers/entry.js';
import {forAll} from '../../helpers/for-all.js';
import {nastyText} from '../../helpers/nasty-text.js';
import {matches} from '../../helpers/query-model.js';

const calendar = {now: 0, zoneAt: () => 0};

/** The search, with `|` at the caret. */
function at(marked: string): {text: string; caret: number; typed: TypedPart | null} {
	const caret = marked.indexOf('|');
	const text = marked.replace('|', '');
	return {text, caret, typed: typedAt(text, caret)};
}

function completionOf(marked: string): string | null {
	const {typed, text} = at(marked);
	if (typed === null) {
		return null;
	}
	const part = text.slice(typed.start, typed.end);
	if (typed.kind === 'logField') {
		return `logField [${typed.prefix}] ${part}`;
	}
	return typed.kind === 'value'
		? `${typed.field}${typed.isBare ? ' bare' : ''} [${typed.typed}] ${part}`
		: `${typed.kind} [${typed.prefix}] ${part}: ${typed.candidates.map(({name}) => name).join(' ')}`;
}

const all = searchNames.join(' ');

const cases: ReadonlyArray<readonly [marked: string, expected: string | null]> = [
	['|', `field [] : ${all}`],
	['status:404 |', `field [] : ${all}`],
	['status:404 | ip:10', `field [] : ${all}`],
	['a -|', `field [] : ${all}`],
	['(|', `field [] : ${all}`],
	['(a OR |)', `field [] : ${all}`],
	['|-status:404', null],
	['a -|(b)', null],
	['|status:404', null],
	['s|', 'field [s] s: status since source'],
	['-St|', 'field [St] St: status'],
	['u|', 'field [u] u: url until user upstream'],
	['(a OR us|)', 'field [us] us: user'],
	['st|atus:404', 'field [st] status:: status'],
	['status|:404', 'field [status] status:: status'],
	['x|:404', 'field [x] x:: '],
	['OR|', 'field [OR] OR: '],
	['status:|', 'status [] '],
	['status:40|', 'status [40] 40'],
	['status:4|04', 'status [4] 404'],
	['status:404,5|', 'status [5] 5'],
	['status:404,|', 'status [] '],
	['status:4|,500', 'status [4] 4'],
	['status:>=5|', null],
	['status:5x|', null],
	['stauts:4|', null],
	['url:~/en|', null],
	['bytes:|', null],
	['token:67|', null],
	['since:|', 'word [] : 5m 15m 1h 24h 7d today yesterday'],
	['until:y|', 'word [y] y: yesterday'],
	['on:|', 'word [] : today yesterday'],
	['since:1|', 'word [1] 1: 15m 1h'],
	['bot:Y|', 'word [Y] Y: yes'],
	['bot:goo|', 'word [goo] goo: '],
	['param:utm|', 'param [utm] utm'],
	['network:|', 'network [] '],
	['referer-host:goo|', 'refererHost [goo] goo'],
	['url:/en|', 'url [/en] /en'],
	['url:=/en|', 'url [/en] =/en'],
	['url:/en/*|', 'url [/en/] /en/*'],
	['check|', 'url bare [check] check'],
	['/en|/x b', 'url bare [/en] /en/x'],
	['a,check|', 'url [check] check'],
	['agent:"Mozilla/5.0 (X|', 'userAgent [Mozilla/5.0 (X] "Mozilla/5.0 (X'],
	['agent:"a \\"b|" c', 'userAgent [a "b] "a \\"b"'],
	['agent:"a"| c', 'userAgent [a] "a"'],
	['host:x (url:"a ) b" user:y|', 'user [y] y'],
	['url:~^/(en)/ host:s|', 'host [s] s'],
	['url:~^/(en/ host:s|', 'host [s] s'],
	['a"b c" host:|', 'host [] '],
	['forwarded:10|', 'forwardedFor [10] 10'],
	['upstream:|', 'upstream [] '],
	['@|', 'logField [] @'],
	['a -@Te|', 'logField [te] @Te'],
	['(@te|nant:acme)', 'logField [te] @tenant:'],
	['@tenant|:acme', 'logField [tenant] @tenant:'],
	['|@tenant:acme', null],
	['@ctx.re| status:404', 'logField [ctx.re] @ctx.re'],
	['@"|', 'logField [] @"'],
	['@"A b|', 'logField [a b] @"A b'],
	['@"a \\"b| status:404', 'logField [a "b] @"a \\"b'],
	['@"a b"|', 'logField [a b] @"a b"'],
	['@"a| b":x', 'logField [a] @"a b":'],
	['@cs:|', '@cs [] '],
	['@CS:mi|', '@cs [mi] mi'],
	['@cs:=MISS,="H|', '@cs [H] ="H'],
	['@"a b":x|', '@a b [x] x'],
	['@cs:">|', '@cs [>] ">'],
	['@took:>2|', null],
	['@cs:~M|', null],
	['@tenant acme|', 'url bare [acme] acme'],
	['@cs:MISS host:s|', 'host [s] s'],
	['line:9f|', null],
	['l|', 'field [l] l: line'],
];

for (const [marked, expected] of cases) {
	test(`completable part of ${JSON.stringify(marked)}`, t => {
		t.is(completionOf(marked), expected);
	});
}

const put: ReadonlyArray<readonly [marked: string, chosen: string, result: string]> = [
	['st|', 'status', 'status:|'],
	['-us|  x', 'user', '-user:|  x'],
	['st|:404', 'status', 'status:|404'],
	['status:4|', '404', 'status:404 |'],
	['(status:4|)', '404', '(status:404|)'],
	['status:4|,500', '404', 'status:404|,500'],
	['status:4| x', '404', 'status:404| x'],
	['status:4|   ', '404', 'status:404 |'],
	['-bot:|', 'yes', '-bot:yes |'],
	['agent:"Mozilla/5.0 (X|', 'Mozilla/5.0 (X11)', 'agent:="Mozilla/5.0 (X11)" |'],
	['check|', '/en/checkout', 'url:==/en/checkout |'],
	['a,check|', '/en/checkout', 'a,==/en/checkout |'],
	['-/e|', '/', '-url:=/ |'],
	['-@te|', 'Tenant', '-@Tenant:|'],
	['@te| x', 'a b', '@"a b":| x'],
	['@"a b|', 'a b"c', '@"a b\\"c":|'],
	['@x|:acme', 'tenant', '@tenant:|acme'],
	['@cs:mi|', 'MISS', '@cs:=MISS |'],
	['@tags:a|', 'a, b', '@tags:=="a, b" |'],
];

for (const [marked, chosen, result] of put) {
	test(`completes ${JSON.stringify(marked)} with ${chosen}`, t => {
		const {text, typed} = at(marked);
		const completed = typed === null ? {text: '', caret: 0} : complete(text, typed, chosen);
		t.is(`${completed.text.slice(0, completed.caret)}|${completed.text.slice(completed.caret)}`, result);
	});
}

test('accepts any search, and a completed value matches exactly the chosen value', t => {
	const text = fc.oneof(nastyText, fc.string({unit: fc.constantFrom(...'url:host="~()-, \\*s[]@')}));
	forAll(500, text, fc.nat(60), nastyText, (given, caret, value) => {
		const typed = typedAt(given, caret);
		if (typed !== null) {
			t.true(typed.start <= Math.min(caret, given.length) && typed.end >= Math.min(caret, given.length));
			const completed = complete(given, typed, value);
			t.true(completed.caret <= completed.text.length);
		}
	});
	forAll(100, nastyText, nastyText, (value, other) => {
		const typed = typedAt('-bot:yes host:ex', 16);
		const completed = typed === null ? '' : complete('-bot:yes host:ex', typed, value).text;
		const {expression} = parseQuery(completed, calendar);
		const of = (host: string): boolean => matches(expression, entry(1, {host}), 0);
		t.true(of(value), completed);
		t.is(of(other), other === value, completed);
	});
});

test('a completed name of a log field is the chosen name', t => {
	forAll(500, nastyText, fc.constantFrom('@|', 'a -@te| b', '@"te|', '@te|nant:x'), (name, marked) => {
		fc.pre(name !== '');
		const {text, typed} = at(marked);
		const completed = typed === null ? '' : complete(text, typed, name).text;
		// The value that is typed next.
		const whole = completed.replace(/:(?=$| )/, ':x');
		t.deepEqual(logFieldsIn(parseQuery(whole, calendar).expression), [name.toLowerCase()], completed);
	});
});

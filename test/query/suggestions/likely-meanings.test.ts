import test from 'ava';
import {parseQuery} from '../../../source/query/parsing/parse-query.js';
import {
	likelyMeanings,
	surelyMeant,
	surelyMeantText,
} from '../../../source/query/suggestions/likely-meanings.js';
import {meantTerm} from '../../../source/query/suggestions/meant-term.js';
import {entry} from '../../helpers/entry.js';
import {forAll} from '../../helpers/for-all.js';
import {nastyText} from '../../helpers/nasty-text.js';
import {matches} from '../../helpers/query-model.js';

for (const [text, ...expected] of [
	[
		'status:404 or status:500',
		'Searched URLs for “or”; for alternatives write OR, or list them: status:404,500',
	],
	['a And b', 'Searched URLs for “And”; remove it: adjacent terms must all match'],
	['not ip:203.0.113.9', 'Searched URLs for “not”; to exclude: -ip:203.0.113.9'],
	['a not', 'Searched URLs for “not”; to exclude: -ip:203.0.113.9'],
	['404 or 500', 'Searched URLs for “404 or 500”: did you mean (status:404 OR status:500)?'],
	['404 | 500', 'Searched URLs for “404 | 500”: did you mean (status:404 OR status:500)?'],
	[
		'a 404 or 500 or POST',
		'Searched URLs for “404 or 500 or POST”: did you mean (status:404 OR status:500 OR method:POST)?',
	],
	[
		'404 or b',
		'Searched URLs for “404”: did you mean status:404?',
		'Searched URLs for “or”; for alternatives write OR, or list them: status:404,500',
	],
	['a | b', 'Searched URLs for “|”; for alternatives write OR, or list them: status:404,500'],
	['a & b', 'Searched URLs for “&”; remove it: adjacent terms must all match'],
	['not status:200', 'Searched URLs for “not”; to exclude: -status:200'],
	['status:>500 or (a b)', 'Searched URLs for “or”; for alternatives write OR, or list them: status:404,500'],
	['not 404', 'Searched URLs for “not”; to exclude: -status:404'],
	['without 10.0.0.1', 'Searched URLs for “without”; to exclude: -ip:10.0.0.1'],
	['not status >= 500', 'Searched URLs for “not”; to exclude: -status:>=500'],
	['not 404 or 500', 'Searched URLs for “not”; to exclude: -(status:404 OR status:500)'],
	[
		'not -404',
		'Searched URLs for “not”; to exclude: -ip:203.0.113.9',
		'Searched URLs for “404”: did you mean -status:404?',
	],
	['404,5xx', 'Searched URLs for “404,5xx”: did you mean status:404,5xx?'],
	['>=500', 'Searched URLs for “>=500”: did you mean status:>=500?'],
	['>1mb', 'Searched URLs for “>1mb”: did you mean bytes:>1mb?'],
	['>500ms', 'Searched URLs for “>500ms”: did you mean duration:>500ms?'],
	['status>=500', 'Searched URLs for “status>=500”: did you mean status:>=500?'],
	['status >= 500', 'Searched URLs for “status >= 500”: did you mean status:>=500?'],
	['code<400', 'Searched URLs for “code<400”: did you mean status:<400?'],
	['status==404', 'Searched URLs for “status==404”: did you mean status:404?'],
	['status!=200', 'Searched URLs for “status!=200”: did you mean -status:200?'],
	['ip=1.2.3.4', 'Searched URLs for “ip=1.2.3.4”: did you mean ip:1.2.3.4?'],
	['ip!=10.0.0.0/8', 'Searched URLs for “ip!=10.0.0.0/8”: did you mean -ip:10.0.0.0/8?'],
	['method=POST', 'Searched URLs for “method=POST”: did you mean method:POST?'],
	['size>1mb', 'Searched URLs for “size>1mb”: did you mean bytes:>1mb?'],
	['bytes>1mb', 'Searched URLs for “bytes>1mb”: did you mean bytes:>1mb?'],
	['url=~^/admin', 'Searched URLs for “url=~^/admin”: did you mean url:~^/admin?'],
	['agent~curl', 'Searched URLs for “agent~curl”: did you mean agent:~curl?'],
	['host!~shop', 'Searched URLs for “host!~shop”: did you mean -host:~shop?'],
	['time>9:00', 'Searched URLs for “time>9:00”: did you mean (since:9:00 -on:9:00)?'],
	['-time>9:00', 'Searched URLs for “time>9:00”: did you mean -(since:9:00 -on:9:00)?'],
	['time<=todayT13', 'Searched URLs for “time<=todayT13”: did you mean (until:todayT13 OR on:todayT13)?'],
	['date<2026-11-20', 'Searched URLs for “date<2026-11-20”: did you mean -since:2026-11-20?'],
	['not date<2026-11-20', 'Searched URLs for “not”; to exclude: since:2026-11-20'],
	['time<=2026-11-20', 'Searched URLs for “time<=2026-11-20”: did you mean until:2026-11-20?'],
	['4xx', 'Searched URLs for “4xx”: did you mean status:4xx?'],
	['(404 OR 404)', 'Searched URLs for “404”: did you mean status:404?'],
	['-POST', 'Searched URLs for “POST”: did you mean -method:POST?'],
	['!404', 'Searched URLs for “404”: did you mean -status:404?'],
	['-status!=404', 'Searched URLs for “status!=404”: did you mean status:404?'],
	['not status!=404', 'Searched URLs for “not”; to exclude: status:404'],
	['404|500', 'Searched URLs for “404|500”: did you mean (status:404 OR status:500)?'],
	['a||b', 'Searched URLs for “a||b”: did you mean (a OR b)?'],
	['POST&&404', 'Searched URLs for “POST&&404”: did you mean method:POST status:404?'],
	['404-500', 'Searched URLs for “404-500”: did you mean status:404-500?'],
	['GET,POST', 'Searched URLs for “GET,POST”: did you mean method:GET,POST?'],
	['> 500', 'Searched URLs for “> 500”: did you mean status:>500?'],
	['status=>500', 'Searched URLs for “status=>500”: did you mean status:>=500?'],
	['10.0.0.0/8', 'Searched URLs for “10.0.0.0/8”: did you mean ip:10.0.0.0/8?'],
	['ip:=10.0.0.0/8', 'Searched clients for the string “10.0.0.0/8”: did you mean ip:10.0.0.0/8?'],
	['ip:==172.16.0.0/33', 'Searched clients for the string “172.16.0.0/33”: did you mean ip:10.0.0.0/8?'],
	['-ip:"2001:db8::/32"', 'Searched clients for the string “2001:db8::/32”: did you mean -ip:2001:db8::/32?'],
	[
		'ip:=10.0.0.1,="192.168.0.0/16"',
		'Searched clients for the string “192.168.0.0/16”: did you mean ip:=10.0.0.1,192.168.0.0/16?',
	],
	['not ip:=10.0.0.0/8', 'Searched URLs for “not”; to exclude: -ip:10.0.0.0/8'],
	['15m', 'Searched URLs for “15m”: did you mean since:15m?'],
	['status=404,500', 'Searched URLs for “status=404,500”: did you mean status:404,500?'],
	['status:404 status:5xx', 'No status is 404 and 5xx · one of them: status:404,5xx'],
	['status:4', 'Searched for the status 4 itself: did you mean status:4xx?'],
	['shop -status:404,50', 'Searched for the status 50 itself: did you mean status:50x?'],
	['@tenant:acme 404', 'Searched URLs for “404”: did you mean status:404?'],
	['not @tenant:acme', 'Searched URLs for “not”; to exclude: -@tenant:acme'],
	['not line:"a b"', 'Searched URLs for “not”; to exclude: -line:"a b"'],
	['status:404 @status:5xx status:500', 'No status is 404 and 500 · one of them: status:404,500'],
	['duration:>1 s', 'Searched URLs for “s”: did you mean duration:>1s?'],
	['-bytes:10-20 kb a', 'Searched URLs for “kb”: did you mean -bytes:10-20kb?'],
	['@took:>0.5 ms', 'Searched URLs for “ms”: did you mean @took:>0.5ms?'],
	['not bytes:>1 mb', 'Searched URLs for “not”; to exclude: -bytes:>1mb'],
	['> 1 s', 'Searched URLs for “> 1 s”: did you mean duration:>1s?'],
	['duration > 1 s', 'Searched URLs for “duration > 1 s”: did you mean duration:>1s?'],
	["url:'/api'", 'Only " encloses a text: did you mean url:"/api"?'],
	["-'rain jacket' a", 'Only " encloses a text: did you mean -"rain jacket"?'],
	['agent:=“Mozilla 5”', 'Only " encloses a text: did you mean agent:="Mozilla 5"?'],
	['last hour', 'Searched URLs for “last hour”: did you mean since:1h?'],
	[
		'past 15 minutes 404',
		'Searched URLs for “past 15 minutes”: did you mean since:15m?',
		'Searched URLs for “404”: did you mean status:404?',
	],
	['today', 'Searched URLs for “today”: did you mean on:today?'],
	['2026-11-20', 'Searched URLs for “2026-11-20”: did you mean on:2026-11-20?'],
] as const) {
	test(`suggestion for ${text}`, t => {
		t.deepEqual(likelyMeanings(text), expected);
	});
}

test('suggests terms with the same bounds for a comparison with a time', t => {
	const now = Date.UTC(2026, 10, 25, 12);
	const calendar = {now, zoneAt: () => 0};
	const values = [
		['2026-11-20', Date.UTC(2026, 10, 20), 24 * 60],
		['yesterday', Date.UTC(2026, 10, 24), 24 * 60],
		['9:00', Date.UTC(2026, 10, 25, 9), 1],
		['2026-11-20T13', Date.UTC(2026, 10, 20, 13), 60],
		['yesterdayT13:00', Date.UTC(2026, 10, 24, 13), 1],
	] as const;
	for (const [value, from, minutes] of values) {
		const to = from + minutes * 60_000;
		// Right before the period, its first and last moment, and right after it.
		const moments = [from - 1, from, to - 1, to];
		for (const [sign, expected] of [
			['<', [true, false, false, false]],
			['<=', [true, true, true, false]],
			['>=', [false, true, true, true]],
			['>', [false, false, false, true]],
		] as const) {
			const {term = ''} = meantTerm(`time${sign}${value}`) ?? {};
			const {expression} = parseQuery(term, calendar);
			const found = moments.map(time => matches(expression, entry(1, {time}), now));
			t.deepEqual(found, [...expected], `time${sign}${value}: ${term}`);
		}
	}
	for (const sign of ['<', '<=', '>', '>=']) {
		t.is(meantTerm(`time${sign}15m`)?.term, `${sign.startsWith('<') ? 'until' : 'since'}:15m`);
	}
});

test('suggests nothing for a search that is meant literally', t => {
	for (const text of [
		'',
		'"or"',
		'url:not',
		'=404',
		'ip:=203.0.113.9',
		'ip:=unix:/run/a',
		'ip:"a/b"',
		'ip:~10.0.0.0/8',
		'url:="10.0.0.0/8"',
		'ip:10.0.0.0/8',
		'status:404 OR status:500',
		'/or',
		'order',
		'"not" status:200',
		'a>b',
		'shop >=x',
		'shop > x',
		'host>a',
		'c->d',
		'weight=Roboto|Lato',
		'x=1&y=2',
		'-or a',
		'/a=b',
		'shop',
		'status:(',
		'status:0',
		'status:>=4',
		'status:6',
		'p=2',
		'since=never',
		'duration:>1s s',
		'duration:>1 sale',
		'status:404 s',
		"it's",
		"url:'a",
		"?id='1'--",
		'last shop',
		'status:404 status:4xx',
		'status:404 -status:500',
		'status:404 (status:500 OR shop)',
		'status:404 OR shop status:500',
	]) {
		t.deepEqual(likelyMeanings(text), [], text);
		t.deepEqual(surelyMeant(text), [], text);
	}
});

test('returns a short suggestion for a search that is hardly meant literally', t => {
	for (const [text, expected] of [
		[
			'404 shop -POST 404',
			'404 searches URLs · status:404 for the status; POST searches URLs · -method:POST for the method',
		],
		['Status=404', 'Status=404 searches URLs · status:404 for the status'],
		['not status:200', '“not” searches URLs · -status:200 to exclude'],
		['not 404', '“not” searches URLs · -status:404 to exclude'],
		['not status >= 500', '“not” searches URLs · -status:>=500 to exclude'],
		['a or b', '“or” searches URLs · OR for alternatives'],
		['a And b', '“And” searches URLs · remove it'],
		['404|500', '404|500 searches URLs · (status:404 OR status:500) for alternatives'],
		['duration:>1 s', '“s” searches URLs · duration:>1s'],
		["url:'/api'", 'only " encloses a text · url:"/api"'],
		['last hour', 'last hour searches URLs · since:1h for the time'],
		['size>1mb', 'size>1mb searches URLs · bytes:>1mb for the size'],
		['url=~^/admin', 'url=~^/admin searches URLs · url:~^/admin for the URL'],
		['ip=1.2.3.4', 'ip=1.2.3.4 searches URLs · ip:1.2.3.4 for the client'],
		['ip:=10.0.0.0/8', '“10.0.0.0/8” is compared as a string · ip:10.0.0.0/8 for the network'],
		['ip:"10.0.0.0/x"', '“10.0.0.0/x” is compared as a string · ip:10.0.0.0/8 for a network'],
		['method=POST', 'method=POST searches URLs · method:POST for the method'],
		['a status:500 status:404,403', 'no status is 500 and 404,403 · one of them: status:500,404,403'],
	] as const) {
		t.is(surelyMeantText(text), expected);
	}
});

test('returns no short suggestion for a word that may well be part of a URL', t => {
	for (const text of ['or', 'a not', 'post', '3d', '2026-11-20', 'format=json', 'user=frank', 'token=abc']) {
		t.is(surelyMeantText(text), '', text);
	}
});

test('accepts any search', t => {
	forAll(100, nastyText, text => t.true(Array.isArray([...likelyMeanings(text), ...surelyMeant(text)])));
});

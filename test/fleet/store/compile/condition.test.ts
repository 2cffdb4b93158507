import test from 'ava';
import {familySql} from '../../../../source/fields/agent-family.js';
import {condition, weakerCondition} from '../../../../source/fleet/store/compile/condition.js';
import {parametersSql, textSql} from '../../../../source/fleet/store/compile/derived-sql.js';
import {ParameterList} from '../../../../source/fleet/store/compile/parameter-list.js';
import type {Expression} from '../../../../source/query/expression.js';
import {parseQuery} from '../../../../source/query/parsing/parse-query.js';
import {arbitraryExpression, arbitraryLineExpression} from '../../../helpers/arbitrary-expression.js';
import {forAll} from '../../../helpers/for-all.js';

const now = Date.UTC(2026, 10, 22, 12);

function compiled(text: string): readonly [sql: string, values: readonly unknown[]] {
	const parameters = new ParameterList();
	const {expression} = parseQuery(text, {now, zoneAt: () => 0});
	return [condition(expression, parameters, now), Object.values(parameters.values)];
}

const cases: ReadonlyArray<readonly [text: string, sql: string, values: readonly unknown[]]> = [
	['', 'true', []],
	['status:404', 'status = {p0:UInt64}', [404]],
	['status:5xx', '(status >= {p0:UInt64} AND status <= {p1:UInt64})', [500, 599]],
	['-status:404', 'NOT ifNull(status = {p0:UInt64}, false)', [404]],
	['bytes:>=1k', 'bytes >= {p0:UInt64}', [1000]],
	['duration:<1ms', 'duration_ms <= {p0:Float64}', [1 - 2 ** -53]],
	['shoes', 'position(lowerUTF8(url), {p0:String}) > 0', ['shoes']],
	['Shoes', 'position(url, {p0:String}) > 0', ['Shoes']],
	['url:/a%*_b', 'lowerUTF8(url) LIKE {p0:String}', ['/a\\%%\\_b']],
	['url:=/robots.txt', 'lowerUTF8(url) = {p0:String}', ['/robots.txt']],
	['url:~^/a.b$', 'match(url, {p0:String})', ['(?i-s)^/a.b$']],
	['url:~^/A', 'match(url, {p0:String})', ['(?-s)^/A']],
	[
		'ip:10.0.0.0/8',
		'(address >= {p0:IPv6} AND address <= {p1:IPv6})',
		['0:0:0:0:0:ffff:a00:0', '0:0:0:0:0:ffff:aff:ffff'],
	],
	[
		'ip:::/0',
		'(address >= {p0:IPv6} AND address <= {p1:IPv6} AND NOT (address >= {p2:IPv6} AND address <= {p3:IPv6}))',
		[
			'0:0:0:0:0:0:0:0',
			'ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff',
			'0:0:0:0:0:ffff:0:0',
			'0:0:0:0:0:ffff:ffff:ffff',
		],
	],
	['ip:2001:db8::7', 'address = {p0:IPv6}', ['2001:db8:0:0:0:0:0:7']],
	['token:6729f', 'startsWith(token, {p0:String})', ['6729f']],
	['token:6729f0123456a', 'token = {p0:FixedString(13)}', ['6729f0123456a']],
	['bot:no', 'bot = false', []],
	['since:15m', "(timed AND time >= fromUnixTimestamp64Milli({p0:Int64}, 'UTC'))", [now - 15 * 60_000]],
	['source:web', "position(lowerUTF8(nullIf(source, '')), {p0:String}) > 0", ['web']],
];
for (const [text, sql, values] of cases) {
	test(`compiles to SQL: ${text}`, t => {
		const [found, given] = compiled(text);
		t.is(found, sql);
		if (!text.startsWith('duration')) {
			t.deepEqual(given, values);
		}
	});
}

test('treats times outside the range of the column as before or after all', t => {
	t.is(compiled('since:9999-01-01')[0], 'false');
	t.is(compiled('until:1850-01-01')[0], 'false');
	t.is(compiled('since:1850-01-01')[0], 'timed');
	t.is(compiled('until:90000000d')[0], 'false');
});

test('a condition on a line that is not stored is unknown, and a condition on a missing field is false', t => {
	t.deepEqual(compiled('line:Ab'), ['if(empty(line), NULL, position(line, {p0:String}) > 0)', ['Ab']]);
	t.deepEqual(compiled('-line:ab'), [
		'NOT (if(empty(line), NULL, positionCaseInsensitive(line, {p0:String}) > 0))',
		['ab'],
	]);
	t.deepEqual(compiled('line:=ab status:404'), [
		'(if(empty(line), NULL, lowerUTF8(line) = {p0:String}) AND ifNull(status = {p1:UInt64}, false))',
		['ab', 404],
	]);
	t.deepEqual(compiled('-@Rid:*'), [
		"NOT (if(empty(fields), NULL, NOT (fields[{p0:String}] IN ('', '-'))))",
		['rid'],
	]);
});

test('the possible rows of a search that needs lines are limited by its other conditions', t => {
	const possible = (text: string): string | undefined => {
		const {expression} = parseQuery(text, {now, zoneAt: () => 0});
		return weakerCondition(expression, new ParameterList(), now);
	};
	t.is(possible('line:a'), undefined);
	t.is(possible('-line:a'), 'NOT ifNull(false, false)');
	t.is(possible('line:a status:404'), '(true AND status = {p0:UInt64})');
	t.is(possible('-(line:a OR status:404)'), 'NOT ifNull((false OR status = {p0:UInt64}), false)');
	t.is(possible('@a:b OR status:404'), '(true OR status = {p0:UInt64})');
});

test('never writes a value into the statement itself', t => {
	forAll(100, arbitraryExpression, expression => {
		const parameters = new ParameterList();
		const sql = condition(expression, parameters, now);
		const own =
			/\b(?:arrayExists|one|AND|OR|NOT|LIKE|true|false|ifNull|isNotNull|nullIf|position|lowerUTF8|normalizeUTF8NFC|toValidUTF8|decodeURLFormComponent|match|startsWith|fromUnixTimestamp64Milli|status|bytes|duration_ms|ip|address|method|url|protocol|host|user|referer|agent|forwarded_for|upstream|path|format|source|route|token|bot|timed|time|UTC)\b/g;
		const rest = sql
			.replaceAll(textSql('bot'), '')
			.replaceAll(textSql('refererHost'), '')
			.replaceAll(textSql('asn'), '')
			.replaceAll(parametersSql, '')
			.replaceAll(familySql, '')
			.replaceAll('CAST(NULL AS Nullable(String))', '')
			.replaceAll(' -> ', ' ')
			.replaceAll(/\{p\d+:(?:U?Int64|Float64|String|IPv6|FixedString\(13\))\}/g, '')
			.replaceAll(own, '');
		t.regex(rest, /^[\s()<>=,'`0]*$/, sql);
	});
});

test('never writes the text of a search for lines into the statement itself', t => {
	const sign = '\u{1f980}';
	const signed = (value: unknown): unknown =>
		typeof value === 'string'
			? value + sign
			: Array.isArray(value)
				? value.map(signed)
				: value instanceof Uint8Array || typeof value !== 'object' || value === null
					? value
					: Object.fromEntries(
							Object.entries(value).map(([key, one]) => [
								key,
								['type', 'kind', 'field'].includes(key) ? one : signed(one),
							]),
						);
	forAll(100, arbitraryLineExpression, expression => {
		const parameters = new ParameterList();
		const sql = condition(signed(expression) as Expression, parameters, now);
		t.false(sql.includes(sign), sql);
	});
});

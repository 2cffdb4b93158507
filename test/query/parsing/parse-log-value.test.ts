import test from 'ava';
import type {Expression} from '../../../source/query/expression.js';
import {parseQuery} from '../../../source/query/parsing/parse-query.js';
import {anyCalendar} from '../../../source/query/parsing/time-period.js';
import {QueryError} from '../../../source/query/query-error.js';

function parsed(text: string): Expression {
	return parseQuery(text, anyCalendar).expression;
}

const anything = Number.POSITIVE_INFINITY;

test('a plain value matches a part of the text, even if it is a number', t => {
	t.deepEqual(parsed('@tenant:acme'), {
		type: 'logField',
		name: 'tenant',
		matches: [{kind: 'contains', text: 'acme', isExact: false}],
	});
	t.deepEqual(parsed('@n:404'), {
		type: 'logField',
		name: 'n',
		matches: [{kind: 'contains', text: '404', isExact: false}],
	});
});

test('a log field takes the same forms of text as other fields, and lists', t => {
	t.deepEqual(parsed('@cs:=MISS,/a*,~"^x y"'), {
		type: 'logField',
		name: 'cs',
		matches: [
			{kind: 'equals', text: 'MISS', isExact: true},
			{kind: 'whole', parts: ['/a', ''], isExact: false},
			{kind: 'regexp', source: '^x y', isExact: false},
		],
	});
});

test('* matches any value', t => {
	t.deepEqual(parsed('-@rid:*'), {
		type: 'not',
		of: {type: 'logField', name: 'rid', matches: [{kind: 'any'}]},
	});
});

const comparisons: ReadonlyArray<readonly [string, number | null, number | null]> = [
	['>=0.5', 0.5, null],
	['>=10k', 10_000, null],
	['>=1ki', 1024, null],
	['>=250ms', null, 250],
	['>=1.5s', null, 1500],
	['>=2m', 2_000_000, 120_000],
	['>=3µs', null, 0.003],
	['>=-3', -3, null],
	['>=.5', 0.5, null],
];

for (const [text, number, duration] of comparisons) {
	test(`the unit of a comparison decides between size and duration: ${text}`, t => {
		const from = (value: number | null) => (value === null ? null : {from: value, to: anything});
		t.deepEqual(parsed(`@took:${text}`), {
			type: 'logField',
			name: 'took',
			matches: [{kind: 'number', number: from(number), duration: from(duration)}],
		});
	});
}

test('a range matches numbers, and its own text', t => {
	t.deepEqual(parsed('@size:10k-20k'), {
		type: 'logField',
		name: 'size',
		matches: [
			{kind: 'number', number: {from: 10_000, to: 20_000}, duration: null},
			{kind: 'contains', text: '10k-20k', isExact: false},
		],
	});
	t.deepEqual(parsed('@id:9-2'), {
		type: 'logField',
		name: 'id',
		matches: [{kind: 'contains', text: '9-2', isExact: false}],
	});
});

test('names are compared without case, may have dots, and may be quoted', t => {
	for (const [text, name] of [
		['@Tenant:*', 'tenant'],
		['@ctx.user-id:*', 'ctx.user-id'],
		['@"a b:c\\"d":*', 'a b:c"d'],
	] as const) {
		t.deepEqual(parsed(text), {type: 'logField', name, matches: [{kind: 'any'}]});
	}
});

const malformed: ReadonlyArray<readonly [string, string]> = [
	['@tenant', 'a colon is missing after @tenant: write @tenant:* for any value, or "@tenant" for the text'],
	['@:x', 'the name of a field is missing after the @, such as @tenant:acme'],
	['@tenant:', 'a value is missing after the colon, such as @tenant:*'],
	[
		'@took:>fast',
		'“fast” is not a number: write @took:>0.5, >10k or >250ms; for the text, write @took:">fast"',
	],
];

for (const [text, message] of malformed) {
	test(`malformed: ${text}`, t => {
		t.is(t.throws(() => parsed(text), {instanceOf: QueryError})?.message, message);
	});
}

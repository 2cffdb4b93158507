import test from 'ava';
import fc from 'fast-check';
import {columns} from '../../source/fields/fields.js';
import {
	choiceText,
	columnsText,
	defaultChoice,
	isDefaultChoice,
	maxColumnWidth,
	minColumnWidth,
	parseColumns,
	shownColumns,
} from '../../source/format/chosen-columns.js';
import type {Column} from '../../source/format/columns.js';
import {asLogged} from '../../source/query/log-field-name.js';
import {forAll} from '../helpers/for-all.js';

test('parses names in their order, with widths, in any spelling', t => {
	t.deepEqual(parseColumns('url:60, Status ,userAgent,durationms : 12'), [
		{name: 'url', width: 60},
		{name: 'status', width: null},
		{name: 'agent', width: null},
		{name: 'duration', width: 12},
	]);
});

test('parses the default columns of the listing', t => {
	t.is(columnsText(defaultChoice), 'status,ip,method,url,time,token');
	t.true(isDefaultChoice(parseColumns('status,ip,method,url,time,token')));
	t.false(isDefaultChoice(parseColumns('status,ip,method,url:40,time,token')));
	t.false(isDefaultChoice(parseColumns('ip,status,method,url,time,token')));
});

test('`usual` means no choice of columns, which differs from a choice of the six columns', t => {
	t.is(parseColumns(' Usual'), defaultChoice);
	t.is(choiceText(defaultChoice), 'usual');
	t.is(choiceText(parseColumns('status,ip,method,url,time,token')), 'status,ip,method,url,time,token');
	t.is(shownColumns(defaultChoice, asLogged), defaultChoice);
});

test('parses log fields in lower case, with widths, and unusual names in quotes', t => {
	t.deepEqual(parseColumns('@CS, status,@request.headers.X-Id:12,@"a, \\"b\\":c" : 5'), [
		{name: '@cs', width: null},
		{name: 'status', width: null},
		{name: '@request.headers.x-id', width: 12},
		{name: '@a, "b":c', width: 5},
	]);
});

const known = `the columns are ${columns.join(', ')}, and @name for a log field`;

for (const [text, message] of [
	['', `the name of a column is missing: ${known}`],
	['status,', `the name of a column is missing: ${known}`],
	[':40', `the name of a column is missing: ${known}`],
	['status,stauts', `there is no column stauts: ${known}`],
	['__proto__', `there is no column __proto__: ${known}`],
	['status,@', 'the name of a field is missing after the @, as in @tenant'],
	['@a b', '@a b isn’t the name of a field: write @"a b"'],
	['@cs,@CS', '@cs is listed twice: remove one of them'],
	['@"a b",@"a b"', '@"a b" is listed twice: remove one of them'],
	['url,status,URL:40', 'url is listed twice: remove one of them'],
	['host:', 'the width of a column is a number from 3 to 1000, as in host:24, not nothing'],
	['host:wide', 'the width of a column is a number from 3 to 1000, as in host:24, not wide'],
	['host:2', 'the width of a column is a number from 3 to 1000, as in host:24, not 2'],
	['host:1001', 'the width of a column is a number from 3 to 1000, as in host:24, not 1001'],
	['host:12:3', 'the width of a column is a number from 3 to 1000, as in host:24, not 12:3'],
] as const) {
	test(`refuses the columns ${text}`, t => {
		t.throws(() => parseColumns(text), {name: 'ColumnsError', message});
	});
}

test('formatted columns parse to the same columns', t => {
	const anyChoice = fc.uniqueArray(
		fc.record({
			name: fc.oneof(
				fc.constantFrom(...columns),
				fc.string({minLength: 1}).map((name): Column => `@${name.toLowerCase()}`),
			),
			width: fc.option(fc.integer({min: minColumnWidth, max: maxColumnWidth})),
		}),
		{minLength: 1, selector: ({name}) => name},
	);
	forAll(100, anyChoice, chosen => {
		t.deepEqual(parseColumns(columnsText(chosen)), chosen);
	});
});

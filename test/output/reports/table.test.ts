import test from 'ava';
import {emptyReport, type TableColumn, tableReport} from '../../../source/output/reports/table.js';

type Row = {readonly name: string; readonly n: number; readonly took: number | null};

const columns: ReadonlyArray<TableColumn<Row>> = [
	{path: 'name', value: ({name}) => name, heading: 'name', isLast: true},
	{path: 'n', value: ({n}) => n, heading: 'n'},
	{path: 'durationMs.max', value: ({took}) => took, heading: 'max', isOptional: true},
];

const about = {remark: '', partial: false};
const pipe = {toTerminal: false, width: undefined};

function report(...rows: readonly Row[]) {
	return tableReport([{title: 'title', columns, rows}], about);
}

test('nested paths are objects in JSON and camel case in CSV; optional columns may be missing', t => {
	const table = report({name: 'a', n: 1, took: 2}, {name: 'b', n: 3, took: null});
	t.deepEqual(table.lines('json', pipe), ['{"name":"a","n":1,"durationMs":{"max":2}}', '{"name":"b","n":3}']);
	t.deepEqual(table.lines('csv', pipe), ['name,n,durationMsMax', 'a,1,2', 'b,3,']);
	t.is(table.length, 2);
});

test('the text form is aligned, without columns that no row has; the last column is cut to fit', t => {
	t.deepEqual(report({name: 'one', n: 1000, took: 2}, {name: '日本', n: 3, took: null}).lines('text', pipe), [
		'title',
		'   n  max  name',
		'1000    2  one',
		'   3       日本',
	]);
	t.deepEqual(report({name: 'a long name', n: 1, took: null}).lines('text', {...pipe, width: 10}), [
		'title',
		'n  name',
		'1  a long…',
	]);
});

test('on a narrow terminal, columns with a high rank are dropped, and no line is wider than the terminal', t => {
	const ranked = columns.map(column => ({...column, ...(column.path.includes('max') && {rank: 2})}));
	const rows = [{name: 'a name of some length', n: 12_345, took: 678}];
	const table = tableReport([{title: 'a long title of the table', columns: ranked, rows}], about);
	for (let width = 1; width < 50; width++) {
		const lines = table.lines('text', {...pipe, width});
		t.true(
			lines.every(line => line.length <= width),
			lines.join('\n'),
		);
		t.is(lines[2]?.includes(' 678 ') ?? false, width >= '12345  678  a name of some length'.length);
	}
});

test('no form sends control characters of a log to a terminal', t => {
	const table = report({name: '\u001b[2J\u202e\u0301é', n: 1, took: null});
	for (const form of ['text', 'json', 'csv'] as const) {
		for (const line of table.lines(form, {...pipe, toTerminal: true})) {
			t.notRegex(line, /[\p{Cc}\p{Cf}]/u, form);
		}
	}
	const [line = ''] = table.lines('json', {...pipe, toTerminal: true});
	t.is((JSON.parse(line) as Row).name, '\u001b[2J\u202e\u0301é');
});

test('the text form can have more rows than a call can have arguments', t => {
	const rows = Array.from({length: 200_000}, (_, n): Row => ({name: `${n}`, n, took: null}));
	t.is(tableReport([{title: 'title', columns, rows}], about).lines('text', pipe).length, 200_002);
});

test('headings are safe for the terminal, as values are', t => {
	const hostile = [{path: 'n', value: () => 1, heading: 'a\u001B[31mb'}] as const;
	const table = tableReport([{title: 'title', columns: hostile, rows: [{}]}], about);
	t.false(table.lines('text', pipe).join('').includes('\u001B'));
});

test('without rows, CSV has its header, and other forms have no lines', t => {
	const empty = emptyReport(columns, 'no request has a time');
	t.deepEqual(empty.lines('csv', pipe), ['name,n,durationMsMax']);
	t.deepEqual([empty.lines('json', pipe), empty.lines('text', pipe)], [[], []]);
	t.is(empty.remark, 'no request has a time');
});

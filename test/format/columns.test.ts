import test from 'ava';
import {columns, rulesOf, usualColumns} from '../../source/format/columns.js';
import {printedFields} from '../../source/output/json-line.js';
import {documentation} from '../helpers/documentation.js';

test('docs/usage.md explains every column', t => {
	const text = documentation();
	for (const column of columns) {
		const {header, explained} = rulesOf(column);
		t.true(text.includes(`\n| \`${column}\` | ${header} | ${explained} |\n`), column);
	}
});

test('the default six columns are first', t => {
	t.deepEqual(columns.slice(0, usualColumns.length), [...usualColumns]);
});

test('each column has a separate field, which JSON has, too, except derived and fleet fields', t => {
	const fields = columns.map(column => rulesOf(column).field);
	t.is(new Set(fields).size, columns.length);
	t.deepEqual(
		fields.filter(field => !printedFields.some(printed => printed === field)),
		['route', 'client', 'source'],
	);
});

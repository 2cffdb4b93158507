import test from 'ava';
import {columns} from '../../source/fields/fields.js';
import {columnTable, defaultColumns, headerOf, rulesOf} from '../../source/format/columns.js';
import {printedFields} from '../../source/output/json-line.js';
import {asLogged} from '../../source/query/log-field-name.js';
import {documentation} from '../helpers/documentation.js';

test('docs/usage.md explains every column', t => {
	const text = documentation();
	for (const column of columns) {
		const {header, explained} = columnTable[column];
		t.true(text.includes(`\n| \`${column}\` | ${header} | ${explained} |\n`), column);
	}
});

test('the default six columns are first', t => {
	t.deepEqual(columns.slice(0, defaultColumns.length), [...defaultColumns]);
});

test('each column has a separate field, which JSON has, too, except derived and fleet fields', t => {
	const fields = columns.map(column => columnTable[column].field);
	t.is(new Set(fields).size, columns.length);
	t.deepEqual(
		fields.filter(field => !printedFields.some(printed => printed === field)),
		['family', 'route', 'client', 'asn', 'country', 'source'],
	);
});

test('a log field has its name as header and its share of the space', t => {
	const {width, typical} = rulesOf('@upstream_cache_status_of_edge');
	t.is(headerOf('@upstream_cache_status_of_edge', asLogged), '@upstream_cache_status_of_edge');
	t.is(width.min, 20);
	t.is(typical, 20);
	t.is(headerOf('@a b', asLogged), '@"a b"');
	t.is(headerOf('@\u001b[2j', asLogged), '@"\\x1b[2j"');
});

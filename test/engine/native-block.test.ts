import test from 'ava';
import {TextColumn, ValueColumn} from '../../source/ship/rows/column-writers.js';
import {nativeBlock} from '../../source/ship/rows/native-block.js';
import {rowPart} from '../../source/ship/rows/row-part.js';
import {TextMap} from '../../source/ship/rows/text-map.js';
import {viewed} from '../../source/ship/rows/viewed-bytes.js';
import {Engine} from '../helpers/clickhouse/engine.js';

const columns = [
	{name: 'number', type: 'UInt64'},
	{name: 'text', type: 'LowCardinality(Nullable(String))'},
	{name: 'source', type: 'LowCardinality(String)'},
	{name: 'url', type: 'Nullable(String)'},
];

/** Rows with these texts, null for none, that are looked up in maps of their own. */
const partOf = (from: number, texts: ReadonlyArray<string | null>) => {
	const number = new ValueColumn(false, 8);
	const [text, source] = [new TextColumn(new TextMap()), new TextColumn(new TextMap())];
	const url = new ValueColumn(true, 1);
	for (const [index, one] of texts.entries()) {
		const bytes = viewed(Buffer.from(one ?? ''));
		number.values.int64(from + index);
		source.write(bytes, 0, bytes.bytes.length);
		if (one === null) {
			text.none();
		} else {
			text.write(bytes, 0, bytes.bytes.length);
		}
		if (url.isThere(one !== null)) {
			url.values.string(bytes, 0, bytes.bytes.length);
		}
	}
	return rowPart(texts.length, [number.take(), text.take(), source.take(), url.take()]);
};

test('a server reads a block as it was written, also where a text is known twice, empty or there are many', async t => {
	const engine = await Engine.start();
	t.teardown(() => engine.remove());
	await engine.run(
		`CREATE TABLE default.t (${columns.map(({name, type}) => `${name} ${type}`).join(', ')}) ENGINE = MergeTree ORDER BY number`,
	);
	const many = Array.from({length: 70_000}, (_, index) => (index % 7 === 0 ? null : `text ${index}`));
	const parts: ReadonlyArray<ReadonlyArray<string | null>> = [
		['a', null, 'b', '', 'a', 'é\u0000'],
		['b', 'a', null, 'c'],
		many.slice(0, 300),
		many,
	];
	const expected: unknown[] = [];
	for (const group of [parts.slice(0, 1), parts.slice(0, 2), parts.slice(0, 3), parts]) {
		const rows = group.map(texts => {
			const part = partOf(expected.length, texts);
			for (const text of texts) {
				expected.push([expected.length, text, text ?? '', text]);
			}
			return part;
		});
		const body = Buffer.concat(nativeBlock(columns, rows));
		const query = encodeURIComponent('INSERT INTO default.t FORMAT Native');
		const response = await fetch(`http://127.0.0.1:${engine.httpPort}/?query=${query}`, {
			method: 'POST',
			body,
		});
		t.true(response.ok, await response.text());
	}
	const found = await engine.run(
		'SELECT * FROM default.t ORDER BY number FORMAT JSONCompactEachRow SETTINGS output_format_json_quote_64bit_integers = 0',
	);
	const rows: readonly unknown[] = found
		.trim()
		.split('\n')
		.map(row => JSON.parse(row));
	t.is(rows.length, expected.length);
	t.is(
		rows.findIndex((row, index) => JSON.stringify(row) !== JSON.stringify(expected[index])),
		-1,
	);
});

import test from 'ava';
import {
	DictionaryColumn,
	MapColumn,
	NullableColumn,
	rowPart,
	ValueColumn,
} from '../../source/fleet/ship/rows/columns.js';
import {nativeBlock} from '../../source/fleet/ship/rows/native-block.js';
import {Engine} from '../helpers/clickhouse/engine.js';

const columns = [
	{name: 'number', type: 'UInt64'},
	{name: 'text', type: 'LowCardinality(Nullable(String))'},
	{name: 'source', type: 'LowCardinality(String)'},
	{name: 'url', type: 'Nullable(String)'},
	{name: 'map', type: 'Map(LowCardinality(String), String)'},
];

/** Rows with these strings (null for missing ones) and with separate dictionaries. */
function partOf(from: number, texts: ReadonlyArray<string | null>) {
	const number = new ValueColumn();
	const [text, source] = [new DictionaryColumn(), new DictionaryColumn()];
	const url = new NullableColumn(1);
	const map = new MapColumn();
	for (const [index, one] of texts.entries()) {
		number.int64(from + index);
		source.add(source.dictionary.numberOfText(one ?? ''));
		text.add(one === null ? 0 : text.dictionary.numberOfText(one));
		if (url.hasValue(one !== null)) {
			url.text(one ?? '');
		}
		for (const [name, value] of Object.entries(mapOf(one))) {
			map.set(name, value);
		}
		map.endRow();
	}
	return rowPart(texts.length, [
		number.takePart(),
		text.takePart(),
		source.takePart(),
		url.takePart(),
		map.takePart(),
	]);
}

function mapOf(text: string | null): Readonly<Record<string, string>> {
	return text === null || text === 'c' ? {} : text === 'a' ? {'': '', a: 'é'} : {[text]: `${text}!`, b: ''};
}

test('a server reads back the rows of a block, even with repeated, empty or many strings', async t => {
	const engine = await Engine.start();
	t.teardown(() => engine.remove());
	await engine.run(
		`CREATE TABLE default.t (${columns.map(({name, type}) => `${name} ${type}`).join(', ')}) ENGINE = MergeTree ORDER BY number`,
	);
	const many = Array.from({length: 70_000}, (_, index) => (index % 7 === 0 ? null : `text ${index}`));
	const parts: ReadonlyArray<ReadonlyArray<string | null>> = [
		['a', null, 'b', '', 'a', 'é\u0000'],
		['b', 'a', null, 'c'],
		[null, 'c'],
		many.slice(0, 300),
		many,
	];
	const expected: unknown[] = [];
	for (const group of [parts.slice(0, 1), parts.slice(0, 2), parts.slice(2, 3), parts.slice(0, 4), parts]) {
		const rows = group.map(texts => {
			const part = partOf(expected.length, texts);
			for (const text of texts) {
				expected.push([expected.length, text, text ?? '', text, mapOf(text)]);
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

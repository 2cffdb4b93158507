import test, {type ExecutionContext} from 'ava';
import {parseAddress} from '../../source/command-line/store-address.js';
import {valueNumber} from '../../source/entries/log-fields/log-value.js';
import {Connection} from '../../source/fleet/clickhouse/connection.js';
import {credentialsOf} from '../../source/fleet/clickhouse/credentials.js';
import {Asker} from '../../source/fleet/store/asker.js';
import {ClickHouseStore} from '../../source/fleet/store/clickhouse-store.js';
import {logFieldCondition} from '../../source/fleet/store/compile/log-field-condition.js';
import {ParameterList} from '../../source/fleet/store/compile/parameter-list.js';
import {Tables} from '../../source/fleet/store/tables.js';
import {isValueMatch} from '../../source/query/evaluation/value-match.js';
import type {ValueMatch} from '../../source/query/expression.js';
import {parseQuery} from '../../source/query/parsing/parse-query.js';
import {anyCalendar} from '../../source/query/parsing/time-period.js';
import {everything, type Query} from '../../source/query/query.js';
import {earlierStatements} from '../helpers/clickhouse/earlier-statements.js';
import {Engine} from '../helpers/clickhouse/engine.js';
import {newDatabase} from '../helpers/clickhouse/fleet.js';
import {knownRoutes} from '../helpers/entry.js';
import {fieldTexts} from '../helpers/logged-fields.js';
import {words} from '../helpers/words.js';

let engine: Engine;

test.before(async () => {
	engine = await Engine.start();
});

test.after.always(async () => {
	await engine?.remove();
});

function search(text: string): Query {
	return parseQuery(text, anyCalendar);
}

async function openStore(t: ExecutionContext, database: string): Promise<ClickHouseStore> {
	const store = await ClickHouseStore.open({
		address: parseAddress(engine.address(database)),
		credentials: await credentialsOf({}),
		follow: false,
	});
	t.teardown(() => store.close());
	return store;
}

/** Inserts a row with this line and these log fields, in ClickHouse's syntax. */
async function insert(database: string, offset: number, line: string, fields: string): Promise<void> {
	await engine.run(
		`INSERT INTO ${database}.access (time, source, file, offset, token, timed, status, line, fields) VALUES ('2026-11-20 09:00:0${offset}', 'web', 1, ${offset}, '000000000000${offset}', true, 200, '${line}', ${fields})`,
	);
}

test('rows whose lines or log fields are not stored match neither a term nor its negation, and are counted', async t => {
	const database = await newDatabase(engine);
	await insert(database, 1, 'GET rid=9f2c', "{'rid': '9f2c'}");
	await insert(database, 2, 'GET', "{'': ''}");
	// Without its line, and from an earlier version.
	await insert(database, 3, '', "{'rid': '9f2c'}");
	await insert(database, 4, 'GET rid=9f2c', '{}');
	const store = await openStore(t, database);
	const cases: ReadonlyArray<readonly [text: string, n: number, unknown: number]> = [
		['line:9f2c', 2, 1],
		['-line:9f2c', 1, 1],
		['@rid:9f2c', 2, 1],
		['-@rid:9f2c', 1, 1],
		['@rid:*', 2, 1],
		['-@rid:*', 1, 1],
		['line:9f2c @rid:9f2c', 1, 2],
		['line:9f2c OR @rid:9f2c', 3, 0],
		['line:9f2c OR status:200', 4, 0],
		['line:9f2c status:404', 0, 0],
		['-(line:9f2c status:200)', 1, 1],
		['line:9f2c since:2026-11-20T09:00:04Z', 1, 0],
		['-@none:x until:2026-11-20T09:00:03Z', 2, 0],
	];
	for (const [text, n, unknown] of cases) {
		const query = search(text);
		const {lines, ...count} = await store.count(query);
		t.deepEqual([count.n, lines?.unreadable], [n, unknown], text);
		t.is(lines?.read, lines?.total);
		t.is((await store.page(query, {from: 'newest'}, 10)).entries.length, n, text);
		t.is((await store.facets(query, 'status', 10)).total, n, text);
	}
	t.is((await store.count(search('status:200'))).lines, undefined);
});

test('finds numbers in values exactly like the embedded store', async t => {
	const counts = words`0 1 5 12 0.1 0.3 0.7 1.005 300 1e3 -2 123456789.123456789`;
	const units = [
		'',
		'b',
		'k',
		'K',
		'kb',
		'KiB',
		'm',
		'M',
		'mb',
		'Mi',
		'g',
		'ti',
		'ms',
		'us',
		'µs',
		'μs',
		'ns',
		's',
		'h',
	];
	const others = [
		'1m2s',
		'-1h0m0.5s',
		'1h2h',
		'1s2m',
		'1 k',
		'+1',
		'1.',
		'.5',
		'1e400',
		'1'.repeat(64),
		'1'.repeat(65),
	];
	const values = [
		...new Set([...fieldTexts, ...others, ...counts.flatMap(count => units.map(unit => count + unit))]),
	].filter(value => !value.includes('\u001e'));
	const numbers = [
		...new Set(
			values.flatMap(value => {
				const {value: number = 0} = valueNumber(value) ?? {};
				return Number.isFinite(number) ? [number, number * 1000] : [];
			}),
		),
	];
	const connection = new Connection(parseAddress(engine.address('default')), await credentialsOf({}));
	t.teardown(() => connection.close());
	for (const name of ['took', 'took_ms', 'took_us', 'took_ns', 'wait_s']) {
		for (let first = 0; first < numbers.length; first += 16) {
			const parameters = new ParameterList();
			const given = parameters.add('Array(String)', values);
			const matches = numbers.slice(first, first + 16).flatMap((number): readonly ValueMatch[] => {
				const range = {from: number, to: number};
				return [
					{kind: 'number', number: range, duration: null},
					{kind: 'number', number: null, duration: range},
				];
			});
			const conditions = matches.map(match => logFieldCondition(name, [match], parameters));
			const rows = await connection.rows(
				`SELECT arrayMap(one -> toString(one), [${conditions.join(', ')}]) FROM (SELECT map(${parameters.add('String', name)}, arrayJoin(${given})) AS fields)`,
				['texts'],
				parameters.values,
			);
			t.is(rows.length, values.length);
			for (const [index, [found]] of rows.entries()) {
				const value = values[index] ?? '';
				const expected = matches.map(match => (isValueMatch([match], name)(value) ? '1' : '0'));
				t.deepEqual(found, expected, `${name} ${value}`);
			}
		}
	}
});

test('without a column for log fields, searches with @ are refused with the statement that adds it', async t => {
	await engine.run('CREATE DATABASE earlier');
	for (const statement of earlierStatements('single', {database: 'earlier', table: 'access'}, '')) {
		await engine.run(statement.replace(/^TTL.*$/m, ''));
	}
	await engine.run(
		"INSERT INTO earlier.access (time, source, offset, token, timed, status, line) VALUES ('2026-11-20 09:00:00', 'web', 1, '0000000000001', true, 200, 'rid=9f2c')",
	);
	const store = await openStore(t, 'earlier');
	t.is((await store.count(search('line:9f2c'))).n, 1);
	const query = search('@rid:9f2c');
	const calls = [
		async () => store.count(query),
		async () => store.page(query, {from: 'newest'}, 10),
		async () => store.histogram(query, 0, 1, 1),
		async () => store.routes(query, 1),
		async () => store.arrivals(query, null, 1),
		async () => store.searched(query),
		async () => store.facets(everything, '@rid', 10),
	];
	for (const call of calls) {
		await t.throwsAsync(call, {
			message:
				/^earlier\.access at \S+ has no column for log fields: .* ALTER TABLE earlier\.access .*ADD COLUMN IF NOT EXISTS `fields`/,
		});
	}
	store.showFields(['rid']);
	const {entries} = await store.page(everything, {from: 'newest'}, 10);
	t.deepEqual(entries[0]?.fields, {rid: null});
	t.true(store.status().notices.some(({text}) => text.includes('has no column for log fields')));
	t.deepEqual((await store.logValues(entries))[0], []);
	t.deepEqual(await store.logFields(), []);
});

test('a column that the table lacks is NULL, also in inner statements and with FINAL', async t => {
	const database = await newDatabase(engine);
	await insert(database, 1, 'GET', "{'': ''}");
	const connection = new Connection(parseAddress(engine.address(database)), await credentialsOf({}));
	t.teardown(() => connection.close());
	const asker = new Asker(connection, () => {});
	const lacks = new Map([['edge', 'run --init']]);
	const tables = new Tables(connection, asker, {now: Date.now, routes: knownRoutes, lacks});
	const rows = `FROM ${tables.requests} FINAL`;
	for (const statement of [
		`SELECT count() ${rows} WHERE edge IS NULL`,
		`SELECT countIf(isNull(facet)) FROM (SELECT edge AS facet, count() ${rows} PREWHERE isNull(edge) GROUP BY facet)`,
		`WITH isNull(edge) AS isMissing SELECT sum(isMissing) ${rows}`,
	]) {
		t.deepEqual((await tables.ask(statement, ['count'], {})).rows, [[1]], statement);
	}
});

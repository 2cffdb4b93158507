import test from 'ava';
import {schemas} from '../../../source/command-line/store-address.js';
import {
	columnNames,
	migrationStatements,
	requiredColumnNames,
	schemaStatements,
	shippedColumns,
	shippedUnreadColumns,
} from '../../../source/fleet/clickhouse/schema.js';

const where = {database: 'logs', table: 'access'};

test('each schema creates a database and two tables, and for a cluster a distributed table over each', t => {
	const [single, sharded, replicated] = schemas.map(schema => schemaStatements(schema, where, 'fleet'));
	t.deepEqual([single?.length, sharded?.length, replicated?.length], [3, 5, 5]);
	for (const statement of [single, sharded, replicated].flat()) {
		t.regex(statement ?? '', /^CREATE (DATABASE|TABLE) IF NOT EXISTS logs/);
	}
	t.true(replicated?.every(statement => statement.includes("ON CLUSTER 'fleet'")));
	t.false(sharded?.some(statement => statement.includes('ON CLUSTER')));
	t.regex(sharded?.[2] ?? '', /Distributed\('fleet', 'logs', 'access_local', sipHash64\(source, file\)\)/);
});

test('a migration adds later columns to the table of a shard first, and can be repeated', t => {
	const [single, sharded, replicated] = schemas.map(schema => migrationStatements(schema, where, 'fleet'));
	const added = columnNames.filter(name => !requiredColumnNames.includes(name));
	const [, additions = ''] = /^ALTER TABLE logs\.access (.*)$/.exec(single?.[0] ?? '') ?? [];
	t.deepEqual(
		Array.from(additions.matchAll(/ADD COLUMN IF NOT EXISTS `(\w+)`/g), ([, name]) => name),
		added,
	);
	const before = columnNames[columnNames.indexOf('fields') - 1];
	t.true(
		additions.endsWith(`\`fields\` Map(LowCardinality(String), String) CODEC(ZSTD(3)) AFTER \`${before}\``),
	);
	t.deepEqual(single, [`ALTER TABLE logs.access ${additions}`]);
	t.deepEqual(sharded, [
		`ALTER TABLE logs.access_local ${additions}`,
		`ALTER TABLE logs.access ${additions}`,
	]);
	t.deepEqual(replicated, [
		`ALTER TABLE logs.access_local ON CLUSTER 'fleet' ${additions}`,
		`ALTER TABLE logs.access ON CLUSTER 'fleet' ${additions}`,
	]);
});

test('rows are sorted by their key, and recent inserts are remembered for deduplication', t => {
	for (const schema of schemas) {
		for (const statement of schemaStatements(schema, where, 'fleet').filter(text =>
			text.includes('MergeTree'),
		)) {
			t.regex(statement, /ORDER BY \(time, source, file, offset\)/);
			t.regex(statement, /deduplication_window = 10000/);
		}
	}
});

test('ships all columns except the time of arrival', t => {
	t.deepEqual(
		shippedColumns.map(({name}) => name),
		columnNames.filter(name => name !== 'ingested'),
	);
	t.deepEqual(
		shippedUnreadColumns.map(({name}) => name),
		['time', 'source', 'file', 'offset', 'path', 'line'],
	);
});

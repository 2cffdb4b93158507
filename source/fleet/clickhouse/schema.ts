import type {Address, Schema} from '../../command-line/store-address.js';
import {amountFields, fieldTable, rowOf, textFields} from '../../fields/fields.js';

/** Retention of rows, in days. */
export const keptDays = 90;

type Column = readonly [name: string, type: string, codec?: string];

/**
 * Columns that all requests tables have, with `ingested`. Fields that a line lacks are NULL. The first five columns identify a row:
 * its position in the listing and its origin.
 */
const firstColumns: readonly Column[] = [
	// For a line without a time, the time of the previous line: for ordering.
	['time', "DateTime64(3, 'UTC')", 'Delta, ZSTD(1)'],
	['source', 'LowCardinality(String)'],
	// Fingerprint of the file's first request line. A file keeps it when it is renamed.
	['file', 'UInt64', 'ZSTD(1)'],
	// Offset of the line's first byte in the uncompressed file.
	['offset', 'UInt64', 'Delta, ZSTD(1)'],
	['token', 'FixedString(13)', 'ZSTD(1)'],
	['timed', 'Bool'],
	['zone', 'Nullable(Int16)', 'ZSTD(1)'],
	['status', 'Nullable(UInt16)', 'ZSTD(1)'],
	['method', 'LowCardinality(Nullable(String))'],
	['ip', 'Nullable(String)', 'ZSTD(1)'],
	// The address as a number, with IPv4 in its mapped form, for networks; NULL for an invalid address.
	['address', 'Nullable(IPv6)', 'ZSTD(1)'],
	// Searches and top lists read this column in full, and most of their time is decompression. Compared to ZSTD, the ten most
	// frequent of 100,000 URLs in ten million rows took 1.1 s instead of 1.8 s, and a search for part of a URL 0.24 s instead of
	// 0.5 s. Each row takes 6 bytes more on disk.
	['url', 'Nullable(String)', 'LZ4'],
	['protocol', 'LowCardinality(Nullable(String))'],
	['bytes', 'Nullable(UInt64)', 'ZSTD(1)'],
	['duration_ms', 'Nullable(Float64)', 'ZSTD(1)'],
	['referer', 'Nullable(String)', 'ZSTD(1)'],
	['agent', 'LowCardinality(Nullable(String))'],
	['bot', 'Nullable(Bool)'],
	['user', 'LowCardinality(Nullable(String))'],
	['host', 'LowCardinality(Nullable(String))'],
	['forwarded_for', 'Nullable(String)', 'ZSTD(1)'],
	['upstream', 'LowCardinality(Nullable(String))'],
	['route', 'LowCardinality(Nullable(String))'],
	['oddity', 'LowCardinality(Nullable(String))'],
	['incomplete', 'Bool'],
	['format', 'LowCardinality(String)'],
	['path', 'LowCardinality(String)'],
	// The line as logged; empty if lines aren't kept.
	['line', 'String', 'ZSTD(3)'],
];

/** Text fields and amounts whose columns were added later: their expression isn't a column above. */
export const addedFields = [...textFields, ...amountFields].filter(field => {
	const {sql} = rowOf(field);
	return sql !== undefined && firstColumns.every(([name]) => sql !== name && sql !== `\`${name}\``);
});

const addedTypes = {text: 'LowCardinality(Nullable(String))', amount: 'Nullable(Float64)'};

/** Columns that tables of earlier versions lack: see `added-columns.ts`. */
const addedColumns: readonly Column[] = [
	...addedFields.map((field): Column => [rowOf(field).sql ?? '', addedTypes[fieldTable[field].stored]]),
	// The log fields of the line in their stored form, by name in lower case. Never empty: a line without log fields has one with
	// an empty name. An empty map is from a version or a table without this column, so the log fields are unknown.
	['fields', 'Map(LowCardinality(String), String)', 'ZSTD(3)'],
];

const arrival: Column = ['ingested', "DateTime64(3, 'UTC') DEFAULT now64(3)", 'Delta, ZSTD(1)'];

/** All columns of the requests table. */
const columns: readonly Column[] = [...firstColumns, ...addedColumns, arrival];

/** Names of the columns, in their order. */
export const columnNames: readonly string[] = columns.map(([name]) => name);

/** Names of the columns that tables of earlier versions lack. */
export const addedColumnNames: readonly string[] = addedColumns.map(([name]) => name);

/** Returns an SQL expression for the value of such a column in a table that lacks it. */
export function missingColumn(name: string): string {
	const type = addedColumns.find(([added]) => added === name)?.[1] ?? addedTypes.text;
	return `CAST(NULL, '${type}') AS ${name}`;
}

/** Names of the columns that all tables have. */
export const requiredColumnNames = columnNames.filter(name => !addedColumnNames.includes(name));

/** Name and type of a column. */
export type ColumnType = {readonly name: string; readonly type: string};

/** Returns the columns that `ship` writes, in their order. */
function shipped(of: readonly Column[]): readonly ColumnType[] {
	return of.filter(([name]) => name !== 'ingested').map(([name, type]) => ({name, type}));
}

/** The columns of the requests table that `ship` writes. */
export const shippedColumns = shipped(columns);

/** Columns of the table for lines that no format reads. */
const unreadColumns: readonly Column[] = [
	['time', "DateTime64(3, 'UTC')", 'Delta, ZSTD(1)'],
	['source', 'LowCardinality(String)'],
	['file', 'UInt64', 'ZSTD(1)'],
	['offset', 'UInt64', 'Delta, ZSTD(1)'],
	['path', 'LowCardinality(String)'],
	['line', 'String', 'ZSTD(3)'],
	arrival,
];

/** The columns of that table that `ship` writes. */
export const shippedUnreadColumns = shipped(unreadColumns);

function defined([name, type, codec]: Column): string {
	return `\`${name}\` ${type}${codec === undefined ? '' : ` CODEC(${codec})`}`;
}

function written(of: readonly Column[], indices: readonly string[]): string {
	return [...of.map(defined), ...indices].map(line => `\t${line}`).join(',\n');
}

const ingestedIndex = 'INDEX i_ingested ingested TYPE minmax GRANULARITY 1';

/** The tables: suffix of the name, columns and indices. */
const tables = [
	{
		ending: '',
		columns: written(columns, [
			ingestedIndex,
			'INDEX i_token token TYPE bloom_filter(0.01) GRANULARITY 1',
			'INDEX i_ip ip TYPE bloom_filter(0.01) GRANULARITY 1',
		]),
	},
	{ending: '_unread', columns: written(unreadColumns, [ingestedIndex])},
] as const;

/** Returns the name of the table for lines that no format reads. */
export function unreadTable(table: string): string {
	return `${table}_unread`;
}

/**
 * Sharding key. All rows of a file are in one shard, so they become visible in their order. A client that follows can then detect
 * new rows by the last offset of each file.
 */
const shardOf = 'sipHash64(source, file)';

/** Number of recent inserts that the server remembers for deduplication. */
const windows = {
	single: 'non_replicated_deduplication_window = 10000',
	sharded: 'non_replicated_deduplication_window = 10000',
	replicated: 'replicated_deduplication_window = 10000, replicated_deduplication_window_seconds = 604800',
} as const;

/**
 * Returns the statements that create the tables, in their order. Each may be run again.
 * @param cluster - name of the cluster, for `sharded` and `replicated`
 */
export function schemaStatements(
	schema: Schema,
	{database, table}: Pick<Address, 'database' | 'table'>,
	cluster: string,
): readonly string[] {
	const onCluster = schema === 'replicated' ? ` ON CLUSTER '${cluster}'` : '';
	const make = ({ending, columns: of}: (typeof tables)[number]): readonly string[] => {
		const name = `${table}${ending}`;
		const local = schema === 'single' ? name : `${name}_local`;
		const engine =
			schema === 'replicated'
				? `ReplicatedReplacingMergeTree('/clickhouse/{shard}/${database}/${local}', '{replica}')`
				: 'ReplacingMergeTree';
		const settings = [
			'ttl_only_drop_parts = 1',
			windows[schema],
			'min_age_to_force_merge_seconds = 3600',
			'min_age_to_force_merge_on_partition_only = 1',
		].join(', ');
		const statement = `CREATE TABLE IF NOT EXISTS ${database}.${local}${onCluster} (
${of}
) ENGINE = ${engine}
PARTITION BY toDate(time)
ORDER BY (time, source, file, offset)
TTL toDateTime(time) + INTERVAL ${keptDays} DAY DELETE
SETTINGS ${settings}`;
		return schema === 'single'
			? [statement]
			: [
					statement,
					`CREATE TABLE IF NOT EXISTS ${database}.${name}${onCluster} AS ${database}.${local}
ENGINE = Distributed('${cluster}', '${database}', '${local}', ${shardOf})`,
				];
	};
	return [`CREATE DATABASE IF NOT EXISTS ${database}${onCluster}`, ...tables.flatMap(make)];
}

/**
 * Returns the statements that add missing columns to tables of earlier versions, in their order: a table that covers all shards
 * comes after the tables of the shards. Each may be run again.
 * @param cluster - see `schemaStatements`
 */
export function migrationStatements(
	schema: Schema,
	{database, table}: Pick<Address, 'database' | 'table'>,
	cluster: string,
): readonly string[] {
	const onCluster = schema === 'replicated' ? ` ON CLUSTER '${cluster}'` : '';
	const names = schema === 'single' ? [table] : [`${table}_local`, table];
	const additions = addedColumns.map((column, index) => {
		const [before] = addedColumns[index - 1] ?? firstColumns.at(-1) ?? [''];
		return `ADD COLUMN IF NOT EXISTS ${defined(column)} AFTER \`${before}\``;
	});
	return names.map(name => `ALTER TABLE ${database}.${name}${onCluster} ${additions.join(', ')}`);
}

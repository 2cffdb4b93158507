import type {Address} from './address.js';

/**
 * What of a server's tables is to be made: `single` for one server; `sharded` for several without copies, its statements
 * for each of them; `replicated` for several with copies, once for all of them.
 */
export const schemas = ['single', 'sharded', 'replicated'] as const;

/** One of them. */
export type Schema = (typeof schemas)[number];

/** How long rows are kept, days. */
export const keptDays = 90;

type Column = readonly [name: string, type: string, codec?: string];

/**
 * The columns of the table of requests. What a line doesn't have is NULL. The first five make a row what it is: where
 * it stands in the listing, and who it is of.
 */
const columns: readonly Column[] = [
	// Of a line without a time, that of the line before it: for ordering.
	['time', "DateTime64(3, 'UTC')", 'Delta, ZSTD(1)'],
	['source', 'LowCardinality(String)'],
	// The fingerprint of the file's first request line, which a file keeps whatever it is called.
	['file', 'UInt64', 'ZSTD(1)'],
	// Of the line's first byte in the uncompressed file.
	['offset', 'UInt64', 'Delta, ZSTD(1)'],
	['token', 'FixedString(13)', 'ZSTD(1)'],
	['timed', 'Bool'],
	['zone', 'Nullable(Int16)', 'ZSTD(1)'],
	['status', 'Nullable(UInt16)', 'ZSTD(1)'],
	['method', 'LowCardinality(Nullable(String))'],
	['ip', 'Nullable(String)', 'ZSTD(1)'],
	// The same as a number, IPv4 in its mapped form, for networks; NULL for what is no address.
	['address', 'Nullable(IPv6)', 'ZSTD(1)'],
	// Read in full by searches and for the most frequent ones, which take the time to unpack it: of ten million rows with
	// 100,000 URLs the ten most frequent took 1.1 s in place of 1.8 s, a part of URLs 0.24 s in place of 0.5 s, for 6 bytes
	// more of each row on disk.
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
	// As it was logged; empty where lines aren't kept.
	['line', 'String', 'ZSTD(3)'],
	['ingested', "DateTime64(3, 'UTC') DEFAULT now64(3)", 'Delta, ZSTD(1)'],
];

/** Their names, in their order. */
export const columnNames: readonly string[] = columns.map(([name]) => name);

/** What a column is called, and its type. */
export type ColumnType = {readonly name: string; readonly type: string};

/** Those that are written by who ships, in their order. */
function shipped(of: readonly Column[]): readonly ColumnType[] {
	return of.filter(([name]) => name !== 'ingested').map(([name, type]) => ({name, type}));
}

/** Those of the table of requests. */
export const shippedColumns = shipped(columns);

/** The columns of the table of lines that no format reads. */
const unreadColumns: readonly Column[] = [
	['time', "DateTime64(3, 'UTC')", 'Delta, ZSTD(1)'],
	['source', 'LowCardinality(String)'],
	['file', 'UInt64', 'ZSTD(1)'],
	['offset', 'UInt64', 'Delta, ZSTD(1)'],
	['path', 'LowCardinality(String)'],
	['line', 'String', 'ZSTD(3)'],
	['ingested', "DateTime64(3, 'UTC') DEFAULT now64(3)", 'Delta, ZSTD(1)'],
];

/** Those of that table. */
export const shippedUnreadColumns = shipped(unreadColumns);

function written(of: readonly Column[], indices: readonly string[]): string {
	return [
		...of.map(([name, type, codec]) => `\`${name}\` ${type}${codec === undefined ? '' : ` CODEC(${codec})`}`),
		...indices,
	]
		.map(line => `\t${line}`)
		.join(',\n');
}

const ingestedIndex = 'INDEX i_ingested ingested TYPE minmax GRANULARITY 1';

/** The tables: their names' endings, columns and indices. */
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

/** The table of lines that no format reads, beside the table of requests. */
export function unreadTable(table: string): string {
	return `${table}_unread`;
}

/**
 * What says which shard a row is in. The rows of a file are all in one: what is written of it becomes visible in its
 * order, so that who follows knows what is new by the last offset of each file.
 */
const shardOf = 'sipHash64(source, file)';

/** How much of what was written lately is known by the server, so that nothing is taken twice. */
const windows = {
	single: 'non_replicated_deduplication_window = 10000',
	sharded: 'non_replicated_deduplication_window = 10000',
	replicated: 'replicated_deduplication_window = 10000, replicated_deduplication_window_seconds = 604800',
} as const;

/**
 * The statements that make the tables, in their order; each may be carried out again.
 * @param cluster - the name of the cluster, for `sharded` and `replicated`
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

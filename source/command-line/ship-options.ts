import type {CommandName} from './commands.js';
import {oneOf} from './option-values.js';
import type {OptionName} from './options.js';
import type {Given} from './read-arguments.js';
import {type Schema, schemas} from './store-address.js';
import {UsageError} from './usage-error.js';

/** Options that only `ship` takes. */
export type ShipOptions = {
	/** Directory of the checkpoint; undefined for the default. */
	readonly checkpoint: string | undefined;
	/** Tables to create or print, or undefined. */
	readonly schema: Schema | undefined;
	/** Name of the cluster of the tables; the default is a macro of the server. */
	readonly cluster: string;
	readonly init: boolean;
};

const own: readonly OptionName[] = ['checkpoint', 'schema', 'cluster', 'init'];

/** Options that define how logs are read and sent. */
const ofLogs: readonly OptionName[] = [
	'source',
	'format',
	'client',
	'trusted-proxies',
	'tz',
	'poll',
	'checkpoint',
];

/** The same without the name of the server, which may already be part of the command line when tables are created. */
const ofLogsAlone = ofLogs.filter(name => name !== 'source');

/**
 * Parses the options of `ship`; undefined for any other command.
 * @throws UsageError
 */
export function shipOptions(
	given: Given,
	command: CommandName | undefined,
	paths: readonly string[],
): ShipOptions | undefined {
	if (command !== 'ship') {
		const misplaced = own.find(name => given.has(name));
		if (misplaced !== undefined) {
			throw new UsageError(`--${misplaced} belongs to ship: reqscope ship --${misplaced} …`);
		}
		return undefined;
	}
	const schema = oneOf(given, 'schema', schemas);
	const init = given.has('init');
	const cluster = given.get('cluster');
	if (cluster !== undefined && !/^(?:[\w.-]+|\{\w+\})$/.test(String(cluster))) {
		throw new UsageError(
			`--cluster takes the name of a cluster, or a macro such as {cluster}, not ${cluster}`,
		);
	}
	if (cluster !== undefined && (schema ?? 'single') === 'single') {
		throw new UsageError(
			'--cluster is for --schema sharded, or --schema replicated: other tables don’t belong to a cluster',
		);
	}
	checkNeeds(given, paths, schema !== undefined || init);
	if (init && !given.has('store')) {
		throw new UsageError('--init needs --store clickhouse://host:8123/logs: the location of the new tables');
	}
	return {
		checkpoint: given.has('checkpoint') ? String(given.get('checkpoint')) : undefined,
		schema: init ? (schema ?? 'single') : schema,
		cluster: String(cluster ?? '{cluster}'),
		init,
	};
}

/** @param isSetUp - true if the command does something without a log */
function checkNeeds(given: Given, paths: readonly string[], isSetUp: boolean): void {
	if (paths.length === 0) {
		if (!isSetUp) {
			throw new UsageError('ship needs the path of a log: reqscope ship --store URL --source NAME path…');
		}
		const init = given.has('init');
		const unused = (init ? ofLogsAlone : ofLogs).find(name => given.has(name));
		if (unused !== undefined && init) {
			throw new UsageError(
				`--init without a path creates the tables and ships nothing: remove --${unused}, or give the path of a log`,
			);
		}
		if (unused !== undefined) {
			throw new UsageError(
				`--schema prints statements and ships nothing: remove --${unused}, or give --init`,
			);
		}
		return;
	}
	if (given.has('schema') && !given.has('init')) {
		throw new UsageError('--schema prints statements and ships nothing: remove the paths, or give --init');
	}
	if (!given.has('store')) {
		throw new UsageError('ship needs --store clickhouse://host:8123/logs: the destination of the requests');
	}
	if (String(given.get('source') ?? '') === '') {
		throw new UsageError(
			'ship needs --source NAME: the name of this server, which distinguishes its requests',
		);
	}
	if (paths.includes('-')) {
		throw new UsageError('ship takes files: piped input can’t be read again after a crash');
	}
}

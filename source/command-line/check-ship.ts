import type {Command} from './commands.js';
import {type OptionName, optionsOf} from './options.js';
import type {GivenOptions} from './read-arguments.js';

/** Options for the tables. The other options of `ship` define how logs are read and sent. */
const forTables: readonly OptionName[] = ['store', 'schema', 'cluster', 'init'];

/** Returns the error in the options of `ship`, or undefined. Tables are created or printed without paths, too. */
export function problemOfShip(
	given: GivenOptions,
	command: Command,
	paths: readonly string[],
): string | undefined {
	const init = given.has('init');
	const isSetUp = init || given.has('schema');
	if (given.has('cluster') && (given.get('schema') ?? 'single') === 'single') {
		return '--cluster is for --schema sharded, or --schema replicated: other tables don’t belong to a cluster';
	}
	if (paths.length === 0) {
		return isSetUp
			? problemOfSetUp(given, command, init)
			: 'ship needs the path of a log: reqscope ship --store URL --source NAME path…';
	}
	if (isSetUp && !init) {
		return '--schema prints statements and ships nothing: remove the paths, or give --init';
	}
	if (!given.has('store')) {
		return 'ship needs --store clickhouse://host:8123/logs: the destination of the requests';
	}
	if (String(given.get('source') ?? '') === '') {
		return 'ship needs --source NAME: the name of this server, which distinguishes its requests';
	}
	return paths.includes('-') ? 'ship takes files: piped input can’t be read again after a crash' : undefined;
}

function problemOfSetUp(given: GivenOptions, command: Command, init: boolean): string | undefined {
	const unused = optionsOf(command).find(
		({name, commands}) =>
			given.has(name) &&
			commands !== 'all' &&
			!forTables.includes(name) &&
			// The name of the server may already be part of the command line when tables are created.
			!(init && name === 'source'),
	);
	if (unused === undefined) {
		return init && !given.has('store')
			? '--init needs --store clickhouse://host:8123/logs: the location of the new tables'
			: undefined;
	}
	return init
		? `--init without a path creates the tables and ships nothing: remove --${unused.name}, or give the path of a log`
		: `--schema prints statements and ships nothing: remove --${unused.name}, or give --init`;
}

import type {CommandLine} from '../command-line/parse-command-line.js';
import {noteHints} from '../doctor/note-hints.js';
import {defaultCap, textMemory} from '../index/index-limits.js';
import type {KnownRoutes} from '../routes/known-routes.js';
import {EmbeddedStore} from '../store/embedded-store.js';
import type {Store} from '../store/store.js';
import {databaseProblem} from '../store/unknown-fields.js';
import type {RotatedLogs} from '../view/listing/use-rotated.js';
import {loadFleet} from './load-fleet.js';
import {type LogSources, logSources} from './log-sources.js';
import type {namedGeo} from './named-geo.js';

/** The logs to watch, and their store. */
export type Watched = LogSources & {
	readonly store: Store;
	/** Starts the backfill, which waits for the first rows. */
	readonly readBackfill: () => void;
	/** The rotated files of the logs, or the reason why they can't be added. */
	readonly rotated: RotatedLogs | string;
};

/**
 * Starts to read files, but only the end of existing content.
 * @param failed - called with errors of the program
 * @throws UserError if there are no logs
 */
export async function readFiles(
	commandLine: CommandLine,
	{routes, geo: named}: {readonly routes: KnownRoutes; readonly geo: ReturnType<typeof namedGeo>},
	failed: (error: unknown) => void,
): Promise<Watched> {
	const {paths: found, watched} = await logSources(commandLine, failed);
	const {geo, problems} = await named;
	const paths = [...found];
	const store = new EmbeddedStore({
		paths,
		follow: !commandLine.noFollow,
		poll: commandLine.poll,
		backfill: commandLine.past && 'later',
		source: commandLine.source,
		format: commandLine.format,
		client: commandLine.client,
		routes,
		geo,
		cap: commandLine.maxEntries ?? defaultCap(),
		textMemory: textMemory(),
		keepPiped: 64 << 20,
		failed,
	});
	const columns = commandLine.columns?.map(({name}) => name) ?? [];
	const lacking = databaseProblem(store, columns);
	for (const problem of lacking === undefined ? problems : [...problems, lacking]) {
		store.note(problem);
	}
	const rotated: RotatedLogs = {
		find: () => store.rotated(),
		add(added) {
			// Files that are read must never be replaced, and the command for the screen contains them.
			paths.push(...added);
			store.add(added).catch(failed);
		},
	};
	return {
		...{store, paths, watched},
		readBackfill() {
			store.readBackfill();
			noteHints(store, commandLine, failed);
		},
		rotated: commandLine.past
			? rotated
			: 'With --no-past, no rotated files are added: they were written before',
	};
}

/**
 * Connects to a server, which has already stored all entries.
 * @throws UserError if the connection fails
 */
export async function askServer(
	{store: address = '', noFollow}: CommandLine,
	routes: KnownRoutes,
	signal: AbortSignal,
): Promise<Watched> {
	const {openStore} = await loadFleet();
	const store = await openStore(address, process.env, {follow: !noFollow, routes, signal});
	const reason = 'With --store, no files are read, and no rotated ones added';
	return {store, paths: [], watched: [store.shown], readBackfill() {}, rotated: reason};
}

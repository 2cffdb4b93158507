import {join} from 'node:path';
import type {CommandLine} from '../command-line/parse-command-line.js';
import type {Settings} from '../config/settings.js';
import {messageStream, printMessage} from '../output/messages.js';
import {PathReporter} from '../output/path-reporter.js';
import {stdoutSink} from '../output/sink.js';
import {exitStatus} from '../process/ending.js';
import {collectRarely, setFlagsForReading} from '../process/engine-flags.js';
import {defaultSizes} from '../reader/read-sizes.js';
import {KnownRoutes} from '../routes/known-routes.js';
import type {PathState} from '../tail/tail-types.js';
import {UserError} from '../user-error.js';
import {lock} from '../user-files/lock.js';
import {stateFolder} from '../user-files/user-folder.js';
import {Connection} from './clickhouse/connection.js';
import {credentialsOf} from './clickhouse/credentials.js';
import {makeTables} from './clickhouse/make-tables.js';
import {migrationStatements, schemaStatements} from './clickhouse/schema.js';
import {begin} from './ship/checkpoints/begin.js';
import {CheckpointFile, makeFolder} from './ship/checkpoints/checkpoint-file.js';
import {leftBehind} from './ship/checkpoints/left-behind.js';
import {ClickHouseTarget} from './ship/delivery/clickhouse-target.js';
import {Delivery} from './ship/delivery/delivery.js';
import {openLogs} from './ship/logs/open-logs.js';
import {Shipper} from './ship/shipper.js';
import {ShipReport} from './ship/status/ship-report.js';
import {addressFrom} from './store/open-store.js';

/** Time to wait for the current batch at the end, in ms. systemd kills the process after 90 s. */
const maxEndTime = 10_000;

/** Time to wait for the checkpoint of a `ship` that is about to end, in ms. */
const maxLockedTime = 2000;

/** Bytes of a log to read and convert at once. Without a screen, larger slices are possible. */
const readAtOnce = 2 << 20;

/** Interval between checks of the status, in ms. On an idle log, these checks take most of the time of `ship`. */
const statusInterval = 1000;

/**
 * Sends the requests of logs to ClickHouse, until a signal or once. Returns the exit status.
 * @throws UsageError, UserError, and the reason of `signal`
 */
export async function shipOut(
	commandLine: CommandLine,
	{routes}: Pick<Settings, 'routes'>,
	signal: AbortSignal,
): Promise<number> {
	const {paths, store} = commandLine;
	const address = addressFrom(store ?? 'clickhouse://localhost/logs', process.env);
	const {init, cluster} = commandLine;
	const schema = commandLine.schema ?? (init ? 'single' : undefined);
	if (!init && schema !== undefined) {
		const sink = stdoutSink();
		for (const statement of [
			...schemaStatements(schema, address, cluster),
			...migrationStatements(schema, address, cluster),
		]) {
			await sink.line(`${statement};\n`);
		}
		await sink.flush();
		return exitStatus.done;
	}
	const connection = new Connection(address, await credentialsOf(process.env));
	try {
		if (schema !== undefined) {
			const made = await makeTables(connection, schema, cluster, signal);
			const others =
				made === 'shards'
					? '; do the same for each of the other shards, and then again for this one, to store log fields'
					: schema === 'sharded'
						? '; do the same for each of the other shards'
						: '';
			printMessage(`the tables exist: ${address.database}.${address.table} at ${address.shown}${others}`);
		}
		return paths.length === 0
			? exitStatus.done
			: await ship(commandLine, new KnownRoutes(routes), connection, signal);
	} finally {
		await connection.close();
	}
}

async function ship(
	commandLine: CommandLine,
	routes: KnownRoutes,
	connection: Connection,
	signal: AbortSignal,
): Promise<number> {
	const {paths, source, format, client, noFollow, poll} = commandLine;
	const folder = folderOf(commandLine);
	const {host, port, database, table} = connection.address;
	const address = `${host}:${port}/${database}.${table}`;
	await makeFolder(folder);
	const unlock = await lock(join(folder, 'lock'), maxLockedTime);
	if (unlock === undefined) {
		throw new UserError(
			`another reqscope ship is using the checkpoint in ${folder}: stop it, or choose a different folder with --checkpoint`,
		);
	}
	try {
		const file = new CheckpointFile(folder);
		const checkpoint = await begin(await file.load(source, address), source, address, paths);
		const report = new ShipReport(messageStream(), process.env.TERM === 'dumb');
		const target = new ClickHouseTarget(connection, text => report.notify(text));
		await target.check(signal);
		await file.save(checkpoint);
		const delivery = new Delivery(async (batch, sent) => target.insert(batch, sent));
		const pathReporter = new PathReporter(paths, text => report.notify(text));
		/** The last notice about each path. */
		const notices = new Map<string, string>();
		const {followed, listener: shipper} = await openLogs(
			{paths, follow: !noFollow, poll, isAllNew: true},
			async () => leftBehind(checkpoint, paths),
			({logs}) =>
				new Shipper({
					source,
					format,
					client,
					routes,
					checkpoint: {...checkpoint, logs},
					save: state => file.save(state),
					delivery,
					sizes: {...defaultSizes, chunk: readAtOnce},
					follow: !noFollow,
					notify: (path, text) => {
						notices.set(path, text);
						report.notify(`${path}: ${text}`);
					},
				}),
		);
		const update = (): void => {
			if (!noFollow) {
				pathReporter.reportChanges(
					followed.states(),
					Array.from(notices, ([path, text]) => ({path, text})),
				);
			}
			report.show(shipper.progress, delivery.problem);
		};
		// Batches are outside of the heap. With the default interval, a million lines caused 36 garbage collections, which took 14 % of
		// the time.
		setFlagsForReading();
		collectRarely(true);
		const timer = setInterval(update, statusInterval);
		const stop = (): void => {
			shipper.stop();
			setTimeout(() => delivery.break(), maxEndTime).unref();
		};
		signal.addEventListener('abort', stop, {once: true});
		let states: readonly PathState[] = [];
		try {
			if (signal.aborted) {
				stop();
			}
			await shipper.run(followed.started);
			states = followed.states();
		} finally {
			clearInterval(timer);
			signal.removeEventListener('abort', stop);
			report.end(shipper.progress);
			await followed.close();
		}
		signal.throwIfAborted();
		return concludes(states, shipper, report) ? exitStatus.done : exitStatus.failed;
	} finally {
		await unlock();
	}
}

/** Returns the directory of the checkpoint: a separate one for each source. */
function folderOf({checkpoint, source}: CommandLine): string {
	const {STATE_DIRECTORY: state = ''} = process.env;
	const named = checkpoint ?? (state === '' ? undefined : state.split(':')[0]);
	if (named !== undefined) {
		return named;
	}
	const folder = stateFolder(process.env, process.platform);
	if (folder === null) {
		throw new UserError('there is no folder for the checkpoint here: name one with --checkpoint');
	}
	return join(folder, 'ship', encodeURIComponent(source).replaceAll('.', '%2E'));
}

/** Reports data that could not be shipped. Returns true if all data was shipped. */
function concludes(
	states: readonly PathState[],
	{progress: {lost, unfinished}}: Shipper,
	report: ShipReport,
): boolean {
	const problems = states.filter(({problem}) => problem !== undefined);
	for (const {path, problem} of problems) {
		report.notify(`${path}: ${problem}`);
	}
	if (unfinished > 0) {
		report.notify(
			`${unfinished} bytes have no line end yet: they are shipped in a later run, once their line is complete`,
		);
	}
	return lost === 0 && problems.every(({passedOver}) => passedOver);
}

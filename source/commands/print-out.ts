import {fstatSync} from 'node:fs';
import {noAlerts} from '../alerts/alerts.js';
import {optionTable} from '../command-line/options.js';
import type {CommandLine} from '../command-line/parse-command-line.js';
import {printedQueryOf, reportQuestionOf} from '../command-line/query-of.js';
import {UsageError} from '../command-line/usage-error.js';
import {misnamedText, type Settings} from '../config/settings.js';
import {counted} from '../format/amounts.js';
import {type ChosenColumn, defaultChoice, defaultRows} from '../format/chosen-columns.js';
import {timeFormatter} from '../format/time-formatter.js';
import {type Geo, isGeoField, noGeo} from '../geo/geo.js';
import {forms, hasEntries, type PrintForm} from '../output/forms.js';
import {Inputs} from '../output/inputs.js';
import {messageStream, printMessage, printPlainMessage} from '../output/messages.js';
import {OutputFile} from '../output/output-file.js';
import {PathReporter} from '../output/path-reporter.js';
import {type PrintOptions, print, printFollowing} from '../output/print.js';
import type {ReportForm, ReportName, ReportQuestion} from '../output/reports/report.js';
import {Sink, stdoutSink} from '../output/sink.js';
import {aborted, exitStatus} from '../process/ending.js';
import {setFlagsForPrinting, setFlagsForReading} from '../process/engine-flags.js';
import {needsLines, textFieldsIn} from '../query/expression.js';
import {isLogFieldName} from '../query/log-field-name.js';
import {isByCost} from '../query/order.js';
import {isEverything, type Query} from '../query/query.js';
import {surelyMeantText} from '../query/suggestions/likely-meanings.js';
import {KnownRoutes} from '../routes/known-routes.js';
import {EmbeddedStore} from '../store/embedded-store.js';
import type {Store} from '../store/store.js';
import {databaseProblem, unknownFieldsText} from '../store/unknown-fields.js';
import {defaultSettings} from '../tail/tail-settings.js';
import {alertsStarter} from './alerts-starter.js';
import {loadFleet} from './load-fleet.js';
import {logSources} from './log-sources.js';
import {namedGeo} from './named-geo.js';
import {printNotices} from './print-notices.js';
import {printProgress} from './print-progress.js';
import {reportOutcome, reportUnread} from './report-outcome.js';

/** Maximum number of unprinted entries in memory while following: the same as for printed ones. */
const heldAhead = 100_000;

/**
 * Up to this number, only the requested newest entries are kept, and the other entries are only counted. If more are requested,
 * all are kept.
 */
const fewNewest = 10_000;

/** Number of entries in memory while rules are watched, which count the entries of a period. */
const heldForAlerts = 1_000_000;

/** Prints logs. Returns the exit status; rejects with the reason of `signal`. */
export async function printOut(
	commandLine: CommandLine,
	settings: Pick<Settings, 'file' | 'misnamed' | 'geo' | 'routes' | 'secrets'>,
	signal: AbortSignal,
): Promise<number> {
	const {follow, output, overwrite} = commandLine;
	const form = commandLine.form ?? 'text';
	const onlyOnScreen =
		commandLine.form === undefined && commandLine.report === undefined && !follow && process.stdout.isTTY;
	const onlyNew = commandLine.past ? commandLine.asksForAlerts && 'alert' : 'no-past';
	if (onlyNew && !follow) {
		const {needsFollow} = optionTable[onlyNew];
		throw new UsageError(`--${onlyNew} without a terminal needs --follow: ${needsFollow}`);
	}
	const now = Date.now();
	const query = printedQueryOf(commandLine, now);
	const question = reportQuestionOf(commandLine, query, now);
	const wanted = wantedRows(commandLine, onlyOnScreen);
	const mistake = new AbortController();
	const failed = (error: unknown): void => mistake.abort(error);
	const paths = commandLine.store === undefined ? (await logSources(commandLine, failed)).paths : [];
	const file = output === undefined ? undefined : await createOutput(output, overwrite, paths);
	const sink = file === undefined ? outputOf(commandLine) : new Sink(file.stream, output);
	const routes = new KnownRoutes(settings.routes);
	const isFleet = commandLine.store !== undefined;
	const fields = askedFields(commandLine, question, query);
	const needsGeo = question?.report === 'diff' || commandLine.alerts.length > 0 || fields.some(isGeoField);
	const {geo, problems} = isFleet || !needsGeo ? {geo: noGeo, problems: []} : await namedGeo(settings);
	const lacking = databaseProblem({isFleet, geoFields: geo.fields}, fields);
	if (lacking !== undefined) {
		throw new UsageError([...problems, lacking].join('; '));
	}
	for (const problem of [misnamedText(settings), ...problems].filter(text => text !== '')) {
		printMessage(problem);
	}
	const store = await openedStore(
		{...commandLine, form},
		{paths, query, question, now, wanted, routes, geo, signal, failed},
	);
	setFlagsForReading();
	setFlagsForPrinting();
	const {shownStore, shownText} = commandLine.redact
		? await redacted(store, settings)
		: {shownStore: store, shownText: (text: string) => text};
	printMeanings(query, shownText);
	const start = await alertsStarter(commandLine, {terminal: messageStream(), report: printMessage, signal});
	const alerts = follow ? start(shownStore, {shownText}) : noAlerts;
	const progress = printProgress({
		store,
		query,
		terminal: messageStream().isTTY && process.env.TERM !== 'dumb' ? messageStream() : null,
		toFile: file !== undefined || isFile(process.stdout.fd),
	});
	const printAlone = (text: string): void => {
		progress.clear();
		printMessage(text);
	};
	let missed = 0;
	const options: PrintOptions = {
		store: shownStore,
		query,
		form,
		sink,
		formatTime: timeFormatter(commandLine.zone),
		order: commandLine.sort,
		columns: commandLine.columns ?? sortedColumns(commandLine),
		toTerminal: file === undefined && process.stdout.isTTY,
		// The width is only limited if printing replaces the screen. `--text` prints complete rows.
		width: commandLine.form === undefined ? terminalWidth() : undefined,
		...(alerts === noAlerts ? {} : {held: heldForAlerts}),
		limit: wanted,
		signal,
		async searched() {
			for (const one of question?.queries ?? [query]) {
				const unknown = await unknownFieldsText(shownStore, one, signal);
				if (unknown !== '' && !follow) {
					throw new UsageError(unknown);
				}
				if (unknown !== '') {
					printAlone(unknown);
				}
			}
		},
		read: progress.read,
		async progressed(n) {
			progress.printed(n);
		},
		missed: lines => {
			missed += lines;
		},
	};
	const printing = async (): Promise<number> => {
		if (follow) {
			await printFollowing(options);
			await alerts.finish();
			if (paths.includes('-') && isFile(process.stdin.fd)) {
				printMessage('standard input is a file, which is read once: give its path to follow it');
			}
			return 0;
		}
		const printed =
			question === null
				? await print(options)
				: await printAsked({...options, now}, question, text => printAlone(shownText(text)));
		await file?.finish();
		return printed;
	};
	const stopPrinting = printNotices(store, printAlone, {
		paths: follow ? new PathReporter(paths, printAlone) : undefined,
	});
	let printed = 0;
	try {
		printed = await Promise.race([printing(), aborted(signal), aborted(mistake.signal)]);
		await file?.publish();
	} catch (error) {
		// A signal is the normal end of following.
		if (follow && signal.aborted) {
			progress.clear();
			await reportUnread(store, commandLine, missed);
		}
		throw error;
	} finally {
		alerts.close();
		progress.end();
		stopPrinting();
		await file?.discard();
	}
	if (onlyOnScreen) {
		printMessage(
			`TERM is ${process.env.TERM}, so there is no screen: these are the newest rows; --text prints all, --follow continues`,
		);
	}
	const isComplete = await reportOutcome(store, missed, commandLine);
	if (output !== undefined) {
		const entries = hasEntries(form) ? counted(printed, 'request') : 'count line';
		const what = question === null ? entries : counted(printed, rowNames[question.report]);
		printPlainMessage(`${what} written to ${output}`);
	}
	return isComplete ? exitStatus.done : exitStatus.failed;
}

/** Returns the fields of searches and columns, and those whose values a report lists. */
function askedFields(
	{columns = []}: Pick<CommandLine, 'columns'>,
	question: ReportQuestion | null,
	query: Query,
): readonly string[] {
	return [
		...columns.map(({name}) => name),
		...(question?.queries ?? [query]).flatMap(({expression}) => textFieldsIn(expression)),
		...(question?.report === 'top' ? question.fields : []),
	];
}

/** The name of a row of a report. */
const rowNames: Readonly<Record<ReportName, string>> = {
	top: 'value',
	routes: 'route',
	timeline: 'step',
	latency: 'step',
	diff: 'finding',
	visits: 'row',
};

/** Prints a report, once everything has been read. Loads the code for it, which nothing else needs. */
async function printAsked(
	options: PrintOptions & {readonly now: number},
	question: ReportQuestion,
	notify: (text: string) => void,
): Promise<number> {
	const {printReport} = await import('../output/reports/print-report.js');
	// The command line has refused other forms.
	return printReport({...options, form: options.form as ReportForm}, question, notify);
}

/** Returns the store without secrets, and a function that redacts a string. The code for it is loaded only for `--redact`. */
async function redacted(store: Store, {secrets}: Pick<Settings, 'secrets'>) {
	const [{makeRedaction}, {redactedStore}] = await Promise.all([
		import('../redaction/redaction.js'),
		import('../redaction/redacted-store.js'),
	]);
	const redaction = makeRedaction(true, secrets);
	return {shownStore: redactedStore(store, redaction), shownText: redaction.shownText};
}

/** Reports a probable misunderstanding of the search. It wouldn't be visible in the output. */
function printMeanings({text}: Query, shownText: (text: string) => string): void {
	const meanings = surelyMeantText(text);
	if (meanings !== '') {
		printMessage(shownText(meanings));
	}
}

/** With `--follow` and rules, a closed stdout isn't an error: the rules still fire. */
function outputOf({follow, alerts}: CommandLine): Sink {
	return follow && alerts.length > 0 ? new Sink(process.stdout) : stdoutSink();
}

/** Checks whether the output is a file, which isn't displayed on this terminal. */
function isFile(descriptor: number): boolean {
	try {
		return fstatSync(descriptor).isFile();
	} catch {
		return false;
	}
}

/** A command line that prints. */
type Printed = CommandLine & {readonly form: PrintForm};

/** Opens the store to print from. */
async function openedStore(
	{store, form, follow, poll, past, source, format, client, columns, sort}: Printed,
	{
		paths,
		query,
		question,
		now,
		wanted,
		routes,
		geo,
		signal,
		failed,
	}: {
		readonly paths: readonly string[];
		readonly query: Query;
		/** The report to print; null to print entries. */
		readonly question: ReportQuestion | null;
		/** Start of the command, in ms since 1970. */
		readonly now: number;
		/** Number of newest entries to print; undefined for all. */
		readonly wanted: number | undefined;
		readonly routes: KnownRoutes;
		readonly geo: Geo;
		readonly signal: AbortSignal;
		readonly failed: (error: unknown) => void;
	},
): Promise<Store> {
	if (store !== undefined) {
		const {openStore} = await loadFleet();
		return openStore(store, process.env, {follow, routes, signal});
	}
	const newest = question !== null ? undefined : !hasEntries(form) ? 0 : sort === 'time' ? wanted : undefined;
	// The steps of time extend over all requests, also if the search finds only some of them.
	const isOverTime = question?.report === 'timeline' || question?.report === 'latency';
	const held = isOverTime
		? {}
		: isEverything(query)
			? newest !== undefined && newest <= fewNewest && {newest}
			: {only: query};
	return new EmbeddedStore({
		paths,
		follow,
		poll,
		backfill: past,
		isLateNew: follow && past,
		// Followed entries are queried when they arrive.
		...(!follow && {...held, now: () => now}),
		source,
		format,
		client,
		routes,
		geo,
		cap: Number.POSITIVE_INFINITY,
		// If a pager reads the output slowly, later entries needn't be in memory.
		ahead: follow ? heldAhead : undefined,
		keepPiped:
			question === null
				? keptOfPipe({form, follow, columns}, query)
				: question.queries.some(({expression}) => needsLines(expression))
					? Number.POSITIVE_INFINITY
					: 0,
		failed,
	});
}

/**
 * Bytes of piped input that are kept for the log fields of `--json`. Most lines have no log fields, so keeping all input isn't
 * worth its memory.
 */
const keptForJson = 1 << 30;

/** Returns the number of bytes of piped input that must be kept, because lines are read again. */
function keptOfPipe(
	{form, follow, columns}: Pick<Printed, 'form' | 'follow' | 'columns'>,
	query: Query,
): number {
	const isAsked = columns?.some(({name}) => isLogFieldName(name)) || needsLines(query.expression);
	const {needs} = forms[form];
	if (needs === 'lines' || (isAsked && !follow)) {
		return Number.POSITIVE_INFINITY;
	}
	if (isAsked || (needs === 'log fields' && columns === undefined)) {
		return follow ? defaultSettings.keepPiped : keptForJson;
	}
	return 0;
}

/**
 * Returns the default columns of the listing with the column that it is sorted by; undefined if the default columns include it.
 */
function sortedColumns({form = 'text', sort}: CommandLine): readonly ChosenColumn[] | undefined {
	return form === 'text' && isByCost(sort) ? [...defaultChoice, {name: sort, width: null}] : undefined;
}

/** Returns the width of the terminal that receives the output; undefined if unknown. */
function terminalWidth(): number | undefined {
	return (process.stdout.isTTY && process.stdout.columns) || undefined;
}

async function createOutput(
	output: string,
	overwrite: boolean,
	paths: readonly string[],
): Promise<OutputFile> {
	const inputs = await Inputs.of(paths);
	return OutputFile.create(output, {
		overwrite,
		advice: 'give --overwrite to replace it',
		isInput: stats => inputs.has(stats),
	});
}

/**
 * Returns the number of newest entries to print; undefined for all. Only a terminal without a screen gets a page: other programs
 * would assume that the page is complete.
 * @throws UsageError
 */
function wantedRows({limit, rows, askedRows}: CommandLine, onlyOnScreen: boolean): number | undefined {
	if (onlyOnScreen) {
		return limit ?? (rows === 'fit' ? defaultRows : rows);
	}
	if (askedRows === 'fit') {
		throw new UsageError('--rows fit is for the screen: to print only the newest N, give --limit N');
	}
	return limit ?? askedRows;
}

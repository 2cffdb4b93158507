import {openSync} from 'node:fs';
import {setTimeout as after} from 'node:timers/promises';
import {ReadStream} from 'node:tty';
import {bookmarksPath, keptBookmarks} from '../bookmarks/kept-bookmarks.js';
import {type Clock, systemClock} from '../clock.js';
import type {CommandLine} from '../command-line/parse-command-line.js';
import {excludeOf, queryOf} from '../command-line/query-of.js';
import {misnamedText, type Settings} from '../config/settings.js';
import {systemClipboard} from '../copy-and-save/clipboard.js';
import {fileSaver} from '../copy-and-save/saver.js';
import type {Reproduce} from '../copy-and-save/shown-screen.js';
import {defaultRows} from '../format/chosen-columns.js';
import {sanitise} from '../format/sanitise.js';
import {setOwnKeys} from '../keys/key-bindings.js';
import {keylessText} from '../keys/own-keys.js';
import {printMessage} from '../output/messages.js';
import {aborted, exitStatus, Signalled} from '../process/ending.js';
import {setFlagsForReading} from '../process/engine-flags.js';
import {holdConsole} from '../process/held-console.js';
import {KnownRoutes} from '../routes/known-routes.js';
import {laterViews} from '../saved-views/user-views.js';
import type {ViewPanel} from '../saved-views/views.js';
import {keptSearches, lastSearchAt, searchesPath} from '../searches/kept-searches.js';
import type {KeepCode} from '../start/code-cache.js';
import {chartCharacters} from '../themes/chart-characters.js';
import {needsBackground, type ThemeChoice} from '../themes/choose-theme.js';
import {colorDepth} from '../themes/color-depth.js';
import {UserError} from '../user-error.js';
import {areRowsFilling, fillingKeeper} from '../user-files/kept-rows.js';
import {stateFolder} from '../user-files/user-folder.js';
import type {ListingController} from '../view/listing/listing-controller.js';
import {firstPageSize, screenData} from '../view/screen/screen-data.js';
import {type Asked, askBackground, backgroundIn, canBeAsked} from '../view/terminal/background.js';
import {terminalFocus} from '../view/terminal/focus.js';
import {inputOf} from '../view/terminal/terminal-input.js';
import {hasWindow} from '../view/terminal/window-title.js';
import {alertsStarter} from './alerts-starter.js';
import {namedGeo} from './named-geo.js';
import {askServer, readFiles} from './watched.js';

/** Resolves when a listing has rows, or after `maxWait` ms: it may never have any. */
export function firstRows(
	listing: Pick<ListingController, 'getState' | 'subscribe'>,
	clock: Pick<Clock, 'after'>,
	maxWait: number,
): Promise<void> {
	return new Promise(resolve => {
		const hasRows = (): boolean => listing.getState().rows.length > 0;
		if (hasRows()) {
			resolve();
			return;
		}
		const end = (): void => {
			unsubscribe();
			giveUp();
			resolve();
		};
		const unsubscribe = listing.subscribe(() => {
			if (hasRows()) {
				end();
			}
		});
		const giveUp = clock.after(maxWait, end);
	});
}

/**
 * Opens the keyboard: standard input, or the terminal if a log is piped in.
 * @throws UserError without a terminal
 */
function openKeyboard(): NodeJS.ReadStream {
	if (process.stdin.isTTY) {
		return process.stdin;
	}
	try {
		return new ReadStream(openSync('/dev/tty', 'r+'));
	} catch (error) {
		throw new UserError(
			'no keyboard: /dev/tty can’t be opened; to print instead, give --text, --json or --count',
			{
				cause: error,
			},
		);
	}
}

/** Maximum time to close files, in ms: a hanging file system must not delay the exit. */
const closingTime = 500;

/**
 * Maximum time that the first frame waits for rows, in ms. Rows arrive within a few ms, and a frame without them takes 20 or
 * more, during which the screen would show an empty list.
 */
const maxTimeWithoutFrame = 50;

/** Maximum delay of the backfill for the first rows, in ms: the only rows may be in the backfill. */
const maxDelay = 300;

/** Delay after the first rows before compiled code is saved, in ms: saving takes 20 ms, in which keys aren't handled. */
const untilCodeIsKept = 1000;

/** Shows the screen until the user quits. Returns the exit status; rejects with the reason of `signal`. */
export async function watch(
	commandLine: CommandLine,
	{settings, panel}: {readonly settings: Settings; readonly panel: ViewPanel | null},
	signal: AbortSignal,
	keepCode: KeepCode,
): Promise<number> {
	const now = Date.now();
	const [query, exclude] = [queryOf(commandLine, now), excludeOf(commandLine, now)];
	const routes = new KnownRoutes(settings.routes);
	const mistake = new AbortController();
	const failed = (error: unknown): void => mistake.abort(error);
	// A connection error must be printed before the screen starts.
	const fleet = commandLine.store === undefined ? undefined : await askServer(commandLine, routes, signal);
	const keyboard = openKeyboard();
	// The terminal may disappear without a signal. Unhandled errors would also abort the clean-up.
	keyboard.once('end', () => failed(new Signalled('SIGHUP'))).on('error', failed);
	// Reading begins before the interface is loaded, which takes longer than the first page.
	const {store, paths, watched, readBackfill, rotated} =
		fleet ?? (await readFiles(commandLine, {routes, geo: namedGeo(settings)}, failed));
	// Must precede the loading of the interface. Otherwise Node 20 would optimise the interface immediately, which delayed the
	// first rows by 7 ms.
	setFlagsForReading();
	const saver = fileSaver(paths);
	const columns = commandLine.columns ?? settings.columns;
	outliveSizeLimit();
	const history = keptSearches(searchesPath(process.env, process.platform));
	// Searches over a server are remembered by its address.
	const sources = commandLine.store === undefined ? [...paths] : [commandLine.store];
	const last = lastSearchAt(commandLine, sources);
	// Piped input and the demo's log don't exist in a later session.
	const isLasting = !commandLine.demo && sources.some(path => path !== '-');
	const marks = keptBookmarks(isLasting ? bookmarksPath(process.env, process.platform) : null, sources);
	const {stdout} = process;
	const theme = wantedTheme(commandLine, settings);
	setOwnKeys(settings.keys);
	// The terminal replies while the interface is being loaded.
	const background = knownBackground(theme, keyboard);
	const {zone, redact, askedRows} = commandLine;
	const folder = stateFolder(process.env, process.platform);
	// The choice of an earlier session yields to an option, a view and the config file.
	const isUnasked = askedRows === undefined && commandLine.rows === defaultRows;
	const rows = isUnasked && areRowsFilling(folder) ? 'fit' : commandLine.rows;
	// Rules can be added on the screen, too.
	const isNotifying = commandLine.notify;
	const isShown = process.env.INK_SCREEN_READER !== 'true' && hasWindow(process.env.TERM);
	const focus =
		stdout.isTTY && (isNotifying || isShown)
			? terminalFocus(inputOf(keyboard), sequence => stdout.writable && stdout.write(sequence))
			: undefined;
	const isSeen = (): boolean => focus?.isFocused() ?? false;
	const startAlerts = await alertsStarter(commandLine, {terminal: stdout, isSeen, mayAdd: true, signal});
	const shown = screenData(
		{
			store,
			rotated,
			query,
			exclude,
			order: commandLine.sort,
			history,
			saved: settings.searches,
			zone,
			redact,
			secretNames: settings.secrets,
			startAlerts,
		},
		firstPageSize(rows, stdout.rows),
		systemClock,
	);
	const {renderScreen} = await import('../view/screen/screen.js');
	await firstRows(shown.data.listing, systemClock, maxTimeWithoutFrame);
	if (signal.aborted) {
		focus?.end();
		await background.settle();
		throw signal.reason;
	}
	const consoleLines = holdConsole();
	const screen = renderScreen({
		shown,
		watched,
		rows,
		...(columns ? {columns} : {}),
		focus,
		mouse: commandLine.mouse,
		// Loaded after the first rows.
		async isFirstStart() {
			const first = await import('../user-files/first-start.js');
			return first.isFirstStart(folder);
		},
		keepFilling: fillingKeeper(folder),
		saver,
		lastSearch: last.find,
		views: laterViews(),
		panel,
		remark: sanitise(misnamedText(settings)) || keylessText(settings.keys),
		reproduce: reproduceAs(commandLine, settings, paths),
		marks,
		clipboard: systemClipboard({
			env: process.env,
			platform: process.platform,
			write: sequence => stdout.write(sequence),
		}),
		theme,
		background,
		stdout,
		stdin: keyboard,
	});
	// The first rows precede all slow work.
	void Promise.race([screen.shown, after(maxDelay)]).then(() => {
		readBackfill();
		marks.load();
	});
	const keeping = screen.shown.then(() => after(untilCodeIsKept, undefined, {ref: false}));
	void keeping.then(() => keepCode('screen'));
	try {
		const how = await Promise.race([screen.done, aborted(signal), aborted(mistake.signal)]);
		return how === 'quit' ? exitStatus.done : exitStatus.interrupted;
	} finally {
		screen.unmount();
		await background.settle();
		keepCursorSequence();
		const closed = [
			...[saver.close(), store.close(), history.settled(), marks.settled()],
			last.keep(screen.searched()),
		];
		await Promise.race([Promise.all(closed), after(closingTime)]);
		// A signal from before the last key may be handled after it.
		for (const line of consoleLines()) {
			printMessage(line);
		}
	}
}

/**
 * Keeps the process alive when a file exceeds the user's limit (`ulimit -f`). A library of Ink would end it without another
 * listener. The code that saves the file reports the error instead.
 */
function outliveSizeLimit(): void {
	if (process.platform !== 'win32') {
		process.on('SIGXFSZ', () => {});
	}
}

/** Returns the function that creates the command line for the screen. Loads its code on demand. */
function reproduceAs(commandLine: CommandLine, settings: Settings, paths: readonly string[]): Reproduce {
	return async shown => {
		const [{screenCommand}, {configPath}] = await Promise.all([
			import('./screen-command.js'),
			import('../config/settings.js'),
		]);
		const {file, options: defaults, secrets} = settings;
		const isClientSet = settings.client !== undefined || settings.trustedProxies !== undefined;
		const config = file === configPath(process.env, process.platform) ? null : file;
		return screenCommand(shown, {
			...{commandLine, paths, defaults, secrets, isClientSet, config},
			cwd: process.cwd(),
		});
	};
}

function wantedTheme({theme: name, color}: CommandLine, {colors: own}: Settings): ThemeChoice {
	const {env, stdout} = process;
	const depth = colorDepth(stdout, color, env);
	return {name, depth, own, chart: chartCharacters(env.TERM)};
}

/**
 * Returns the background of the terminal: from the environment or, if the theme depends on it and the terminal supports the
 * query, from the terminal.
 */
function knownBackground(theme: ThemeChoice, keyboard: NodeJS.ReadStream): Asked {
	const {env, platform, stdout} = process;
	const known = backgroundIn(env);
	return needsBackground(theme) && canBeAsked(env, platform)
		? askBackground(inputOf(keyboard), keyboard, known, text => stdout.write(text))
		: {now: () => known, answered: new Promise(() => {}), letGo() {}, async settle() {}};
}

/**
 * Suppresses a sequence at exit. A library of Ink writes it to stderr to show the cursor, even if stderr is a file. Ink has
 * already shown the cursor.
 */
function keepCursorSequence(): void {
	process.once('exit', () => {
		if (!process.stderr.isTTY) {
			process.stderr.write = () => true;
		}
	});
}

import {setTimeout as after} from 'node:timers/promises';
import {systemClipboard} from './clipboard/system-clipboard.js';
import type {KeepCode} from './code-cache.js';
import type {CommandLine} from './command-line/parse-command-line.js';
import {queryOf} from './command-line/query-of.js';
import {defaultCap} from './default-cap.js';
import {aborted} from './ending.js';
import {exitStatus} from './exit-status.js';
import {fileSaver} from './file-saver.js';
import {holdConsole} from './held-console.js';
import {keptSearches, searchesPath} from './kept-searches.js';
import {openKeyboard} from './keyboard.js';
import {logSources} from './log-sources.js';
import {say} from './say.js';
import {EmbeddedStore} from './store/embedded-store.js';
import {textMemory} from './text-memory.js';

/** How long files may take to be closed, milliseconds: a file system that hangs must not keep the user. */
const closingTime = 500;

/** How long the past is put off for the first rows, milliseconds: there may be none but in the past. */
const longestPutOff = 300;

/** So long after the first rows code is kept, milliseconds: it takes 20 ms, in which no key is answered. */
const untilCodeIsKept = 1000;

/** Shows the screen until the user leaves it. Returns the exit status; rejects with the reason of `signal`. */
export const watch = async (
	commandLine: CommandLine,
	signal: AbortSignal,
	keepCode: KeepCode,
): Promise<number> => {
	const query = queryOf(commandLine, Date.now());
	const keyboard = openKeyboard();
	const mistake = new AbortController();
	const failed = (error: unknown): void => mistake.abort(error);
	const {paths, watched} = await logSources(commandLine, failed);
	// Reading begins before the interface is loaded, which takes longer than the first page.
	const store = new EmbeddedStore({
		paths,
		follow: !commandLine.noFollow,
		poll: commandLine.poll,
		past: commandLine.past && 'later',
		source: commandLine.source,
		format: commandLine.format,
		cap: commandLine.maxEntries ?? defaultCap(),
		textMemory: textMemory(),
		keepPiped: 64 << 20,
		failed,
	});
	const saver = fileSaver(paths);
	outliveSizeLimit();
	const history = keptSearches(searchesPath(process.env, process.platform));
	const isColored = colored(commandLine.color);
	const {renderScreen} = await import('./view/screen.js');
	signal.throwIfAborted();
	const consoleLines = holdConsole();
	const {stdout} = process;
	const screen = renderScreen({
		store,
		query,
		history,
		watched,
		rows: commandLine.rows,
		...(commandLine.columns ? {columns: commandLine.columns} : {}),
		zone: commandLine.zone,
		color: isColored,
		redact: commandLine.redact,
		saver,
		clipboard: systemClipboard({
			env: process.env,
			platform: process.platform,
			write: sequence => stdout.write(sequence),
		}),
		stdout,
		stdin: keyboard,
	});
	// The first rows come before all that takes time.
	void Promise.race([screen.shown, after(longestPutOff)]).then(() => store.readPast());
	const keeping = screen.shown.then(() => after(untilCodeIsKept, undefined, {ref: false}));
	void keeping.then(() => keepCode('screen'));
	try {
		const how = await Promise.race([screen.done, aborted(signal), aborted(mistake.signal)]);
		return how === 'quit' ? exitStatus.done : exitStatus.interrupted;
	} finally {
		screen.unmount();
		keepCursorSequence();
		for (const line of consoleLines()) {
			say(line);
		}
		await Promise.race([Promise.all([saver.close(), store.close(), history.settled()]), after(closingTime)]);
	}
};

/**
 * A library that Ink uses ends the process when a file becomes larger than the user may write (`ulimit -f`), unless
 * somebody else listens. What is being saved says so instead.
 */
const outliveSizeLimit = (): void => {
	if (process.platform !== 'win32') {
		process.on('SIGXFSZ', () => {});
	}
};

/** Whether to use colour. https://no-color.org */
const colored = (when: CommandLine['color']): boolean => {
	if (when === 'always') {
		// The library that colours looks at the terminal by itself, unless told.
		process.env.FORCE_COLOR ??= '1';
	}
	return when === 'always' || (when === 'auto' && (process.env.NO_COLOR ?? '') === '');
};

/**
 * A library that Ink uses shows the cursor when the process ends by writing to stderr, also where that is a file. Ink
 * has done it by then.
 */
const keepCursorSequence = (): void => {
	process.once('exit', () => {
		if (!process.stderr.isTTY) {
			process.stderr.write = () => true;
		}
	});
};

import {setFlagsFromString} from 'node:v8';
import {isMainThread} from 'node:worker_threads';

/** Requested flags of V8, by the flag that resets them. */
const wanted = new Map<string, string>();

const isNode20 = process.versions.node.startsWith('20.');

/** Number of holders that need the initial flags of V8. */
let holds = 0;

/** Sets a flag of V8 for all threads of the process. `defaultFlag` is the flag that resets it. */
export function setFlag(flag: string, defaultFlag: string): void {
	wanted.set(defaultFlag, flag);
	if (holds === 0) {
		setFlagsFromString(flag);
	}
}

/**
 * Resets a flag if it was set. Runs for each new line, so it must not call V8 needlessly: setting a flag takes 36 µs even if it
 * changes nothing.
 */
export function takeFlagBack(defaultFlag: string): void {
	if (wanted.delete(defaultFlag)) {
		setFlagsFromString(defaultFlag);
	}
}

/**
 * Restores the initial flags of V8 until the returned function is called. V8 rejects the cached code of reqscope and of Node's
 * modules unless it runs with the flags that the code was compiled with.
 */
export function holdCommonFlags(): () => void {
	if (holds === 0) {
		setAll(wanted.keys());
	}
	holds++;
	return () => {
		holds--;
		if (holds === 0) {
			setAll(wanted.values());
		}
	};
}

function setAll(flags: Iterable<string>): void {
	for (const flag of flags) {
		setFlagsFromString(flag);
	}
}

/**
 * Optimises V8 for reading logs. Call it after the reader has been loaded, because Node's modules are compiled from scratch
 * afterwards. Calling it earlier added 7 ms to the start, and 30 ms to the start of a second thread.
 */
export function setFlagsForReading(): void {
	// The code cache for the next start would otherwise lack functions that ran only at the beginning of a long first run: the next
	// start took 80 ms longer.
	setFlag('--no-flush-bytecode', '--flush-bytecode');
	setBudget();
	if (isNode20) {
		// V8 collects all garbage twice after some idle time: with 5M entries each collection takes 35 ms of CPU time, the same as
		// 15 s of watching. The second collection found no garbage in 12 MB.
		setFlag('--memory-reducer-single-gc', '--no-memory-reducer-single-gc');
	}
}

/** The lines of a log: read by WebAssembly, of another format, or of several formats. */
export type LineKind = 'common' | 'other' | 'mixed';

const lineKinds: readonly LineKind[] = ['common', 'other', 'mixed'];

const defaultBudget = '--interrupt-budget=67584';

/** Number of executed bytes of code after which Node 20 optimises a function, by the lines that are read. */
const budgets: Readonly<Record<LineKind, number>> = {common: 500_000, other: 120_000, mixed: 120_000};

/** The kind that V8 is optimised for. With several logs, it is the kind that needs the most functions. */
let flaggedKind: LineKind = 'common';

/**
 * Optimises V8 for the lines that are read. Only the main thread sets the flags: it reads a part of each log. The flags apply
 * to all threads, but `holdCommonFlags` knows only the flags that its own thread has set.
 *
 * V8 optimises a function together with copies of the functions that it calls. A mixed log needs many functions, so reading one
 * of three formats takes 7 % less time with fewer copies, and one of 29 formats 12 %. Reading a log of one format takes 5 %
 * more.
 */
export function setFlagsForLines(kind: LineKind): void {
	if (isMainThread && lineKinds.indexOf(kind) > lineKinds.indexOf(flaggedKind)) {
		flaggedKind = kind;
		if (kind === 'mixed') {
			setFlag('--max-inlined-bytecode-size-cumulative=200', '--max-inlined-bytecode-size-cumulative=920');
		}
		setBudget();
	}
}

/**
 * Node 20 optimises functions that have only run for a moment, in each thread. That takes CPU time from reading, if few functions
 * do most of the work: 1.5 GB of common lines then take 12 % longer. Lines of other formats need more functions, which run
 * unoptimised for longer with a higher budget. Newer versions don't do this and don't know the flag.
 */
function setBudget(): void {
	if (isNode20) {
		setFlag(`--interrupt-budget=${budgets[flaggedKind]}`, defaultBudget);
	}
}

/**
 * Restores Node 20's default budget for the optimisation of functions. Call it when all logs have been read: the first
 * comparison of 5M entries (`d`) then takes 17 % less time.
 */
export function setFlagsForAnswers(): void {
	takeFlagBack(defaultBudget);
}

/** Optimises V8 for printing many entries. Call it after the code for printing has been loaded. */
export function setFlagsForPrinting(): void {
	// V8 would allocate all rows in the old generation, which is collected rarely, if rows survive two collections while they are
	// printed. Two million rows then took 300 MB instead of 190 MB, in the same time.
	setFlag('--no-allocation-site-pretenuring', '--allocation-site-pretenuring');
}

/**
 * Heap growth between two full collections, in percent; 0 lets V8 decide. The index's memory outside of the heap counts, too. On
 * a heap of 8 MB, V8 would collect after every 8 MB of entries: 23 times while reading 1.2 GB of logs, for 10 % of the time. It
 * collects 19 times with 400 %, and 6 times with 2000 %, which takes 4 MB more.
 */
const growth = 2000;

/**
 * Sets whether V8 collects garbage rarely or as it decides. Applies to all threads of the process.
 *
 * Only a number changes here. `--no-incremental-marking` would save another 5 % of the time for two threads, but V8 must not
 * lose marking while it marks: Node 20 sometimes ended with "unreachable code" in its marking.
 */
export function collectRarely(isRare: boolean): void {
	if (isRare) {
		setFlag(`--heap-growing-percent=${growth}`, '--heap-growing-percent=0');
	} else {
		takeFlagBack('--heap-growing-percent=0');
	}
}

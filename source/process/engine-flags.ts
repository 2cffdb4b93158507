import {setFlagsFromString} from 'node:v8';
import {isMainThread} from 'node:worker_threads';

/** Requested flags of V8, by the flag that resets them. */
const wanted = new Map<string, string>();

const isNode20 = process.versions.node.startsWith('20.');

/** Resets the number of executed bytes of code after which Node 20 optimises a function. */
const budget = '--interrupt-budget=67584';

/** Number of holders that need the initial flags of V8. */
let holds = 0;

/** Sets a flag of V8 for all threads of the process. `usual` is the flag that resets it. */
export function setFlag(flag: string, usual: string): void {
	wanted.set(usual, flag);
	if (holds === 0) {
		setFlagsFromString(flag);
	}
}

/**
 * Resets a flag if it was set. Runs for each new line, so it must not call V8 needlessly: setting a flag takes 36 µs even if it
 * changes nothing.
 */
export function takeFlagBack(usual: string): void {
	if (wanted.delete(usual)) {
		setFlagsFromString(usual);
	}
}

/**
 * Restores the initial flags of V8 until the returned function is called. V8 rejects cached code, reqscope's own and that of
 * Node's modules, unless it runs with the flags that the code was compiled with.
 */
export function holdUsualFlags(): () => void {
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
	// Node 20 optimises functions that have only run for a moment, in each thread. That takes CPU time from reading. A higher
	// budget saves 10 % of the time for 1.2 GB of logs. With 500,000, a log of several formats takes 10 % longer, because reading it
	// needs many functions, which run unoptimised for longer. Newer versions don't do this and don't know the flag.
	if (isNode20) {
		setFlag('--interrupt-budget=200000', budget);
		// V8 collects all garbage twice after some idle time: with 5M entries this takes 35 ms of CPU time each, as much as watching
		// takes in 15 s. The second collection found no garbage in 12 MB.
		setFlag('--memory-reducer-single-gc', '--no-memory-reducer-single-gc');
	}
}

/** True if V8 has the flags of `setFlagsForMixedLogs`. */
let isMixed = false;

/**
 * Optimises V8 for a log of several programs. Reading it needs many functions, and V8 optimises each one together with copies of
 * those that it calls. With fewer copies, a log of 29 formats takes 12 % less and one of three 7 %, but one of a single format
 * takes 5 % more. Only the main thread sets the flags, for all threads: it reads a part of each log, and `holdUsualFlags` restores
 * only the flags of its own thread.
 */
export function setFlagsForMixedLogs(): void {
	if (!isMixed && isMainThread) {
		isMixed = true;
		setFlag('--max-inlined-bytecode-size-cumulative=200', '--max-inlined-bytecode-size-cumulative=920');
		if (isNode20) {
			setFlag('--interrupt-budget=120000', budget);
		}
	}
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

/** Sets whether V8 collects garbage rarely or as it decides. Applies to all threads of the process. */
export function collectRarely(rarely: boolean): void {
	const usual = '--heap-growing-percent=0';
	if (rarely) {
		setFlag(`--heap-growing-percent=${growth}`, usual);
	} else {
		takeFlagBack(usual);
	}
}

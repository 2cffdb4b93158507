import {setFlagsFromString} from 'node:v8';

/** Flags of V8 that are wanted, by those that take them back. */
const wanted = new Map<string, string>();

/** How many want the flags that V8 began with. */
let holds = 0;

/** Sets a flag of V8 for all threads of the process; `usual` is the flag that takes it back. */
export function setFlag(flag: string, usual: string): void {
	wanted.set(usual, flag);
	if (holds === 0) {
		setFlagsFromString(flag);
	}
}

/**
 * Takes a flag back, if it was set. This is called with each line that comes: setting a flag takes V8 36 µs then, whether it
 * makes a difference or not.
 */
export function takeFlagBack(usual: string): void {
	if (wanted.delete(usual)) {
		setFlagsFromString(usual);
	}
}

/**
 * Has V8 run with the flags that it began with until what is returned is called. With others it doesn't take compiled
 * code that was kept with these: ours, and what Node brings of its own modules.
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
 * Has V8 do what is best while logs are read. To be called when what reads them has been loaded: modules of Node that
 * come later are compiled anew. Before that took 7 ms of the start, and 30 ms of a second thread's.
 */
export function setFlagsForReading(): void {
	// What is kept for the next start would lack whatever ran only at the beginning of a long first run: that start took
	// 80 ms longer.
	setFlag('--no-flush-bytecode', '--flush-bytecode');
	// Node 20 compiles for speed what has run for a moment only, in each thread, and takes up the processors with it that
	// the reading needs: later, 1.2 GB of log are read in nine tenths of the time. Newer ones don't, and don't know the flag.
	if (process.versions.node.startsWith('20.')) {
		setFlag('--interrupt-budget=500000', '--interrupt-budget=67584');
		// When nothing has happened for a while, all garbage is collected, and then once more: with 5M entries 35 ms of the
		// processor each time, as much as watching takes in 15 s, and of 12 MB the second time found nothing.
		setFlag('--memory-reducer-single-gc', '--no-memory-reducer-single-gc');
	}
}

/** Has V8 do what is best while much is printed. To be called when that has been loaded. */
export function setFlagsForPrinting(): void {
	// Rows that outlive two collections while they are printed would have V8 make all rows among what lives long, which is
	// collected rarely: 300 MB instead of 190 for all of two million, in the same time.
	setFlag('--no-allocation-site-pretenuring', '--allocation-site-pretenuring');
}

/**
 * What the heap may grow by between two collections of the whole of it, percent; 0 lets V8 decide. What the index keeps
 * outside of the heap counts as grown, too: on a heap of 8 MB V8 would collect after each 8 MB of entries, 23 times while
 * 1.2 GB of log are read, for a tenth of the time; with 400 % 19 times, with 2000 % 6 times, and holds 4 MB more.
 */
const growth = 2000;

/** Lets V8 collect garbage rarely, or as it thinks right. For all threads of the process. */
export function collectRarely(rarely: boolean): void {
	const usual = '--heap-growing-percent=0';
	if (rarely) {
		setFlag(`--heap-growing-percent=${growth}`, usual);
	} else {
		takeFlagBack(usual);
	}
}

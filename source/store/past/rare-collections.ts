import {setFlag, takeFlagBack} from '../../process/engine-flags.js';

/**
 * What the heap may grow by between two collections of the whole of it, percent; 0 lets V8 decide. What the index keeps
 * outside of the heap counts as grown, too: on a heap of 8 MB V8 would collect after each 8 MB of entries, 23 times while
 * 1.2 GB of log are read, for a tenth of the time; with 400 % 19 times, with 2000 % 6 times, and holds 4 MB more.
 */
const growth = 2000;

/** Lets V8 collect garbage rarely, or as it thinks right. For all threads of the process. */
export const collectRarely = (rarely: boolean): void => {
	const usual = '--heap-growing-percent=0';
	if (rarely) {
		setFlag(`--heap-growing-percent=${growth}`, usual);
	} else {
		takeFlagBack(usual);
	}
};

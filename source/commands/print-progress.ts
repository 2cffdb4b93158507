import {needsLines} from '../query/expression.js';
import type {Query} from '../query/query.js';
import type {Store} from '../store/store.js';

/** Delay before progress is shown, and the interval of updates, in ms. */
const quiet = 500;
const pause = 200;

/** A progress line on a terminal. It is updated in place. */
type PrintProgress = {
	/** Must be called when reading is complete and printing begins. */
	read(): void;
	/** Updates the number of printed entries. */
	printed(n: number): void;
	/** Erases the line, so that a different one can be written. */
	clear(): void;
	/** Erases the line and ends the display. */
	end(): void;
};

/** The query whose progress is shown, and the terminal that shows it. */
type ProgressOptions = {
	readonly store: Pick<Store, 'status' | 'count'>;
	readonly query: Query;
	/** Null to show nothing. */
	readonly terminal: Pick<NodeJS.WriteStream, 'write'> | null;
	/**
	 * True if the output goes to a file. Otherwise its reader may use the same terminal: a pager, for example, which owns the
	 * screen from then on.
	 */
	readonly toFile: boolean;
};

/** Shows the progress of reading and, if the output goes to a file, of printing, after a delay. */
export function printProgress({store, query, terminal, toFile}: ProgressOptions): PrintProgress {
	if (terminal === null) {
		return {read() {}, printed() {}, clear() {}, end() {}};
	}
	const begun = performance.now();
	let isShown = false;
	let isRead = false;
	let count = 0;
	const clear = (): void => {
		if (isShown) {
			isShown = false;
			terminal.write('\r\u001B[K');
		}
	};
	const over = new AbortController();
	const write = (text: string): void => {
		if (!over.signal.aborted) {
			isShown = true;
			terminal.write(`\r${text} … (^C ends it)\u001B[K`);
		}
	};
	const show = async (): Promise<void> => {
		// Loaded late: most output is complete before it would be shown.
		const {indexingText, searchingText} = await import('../view/listing/status-texts.js');
		const indexing = indexingText(store.status());
		if (isRead) {
			write(`${count} printed`);
		} else if (indexing === null && needsLines(query.expression)) {
			write(searchingText(await store.count(query, over.signal)) ?? 'reading');
		} else {
			write(indexing?.replace('indexing', 'reading') ?? 'reading');
		}
	};
	// Printing reports errors of the store.
	const timer = setInterval(() => {
		if (performance.now() - begun >= quiet) {
			show().catch(() => {});
		}
	}, pause);
	const end = (): void => {
		over.abort();
		clearInterval(timer);
		clear();
	};
	return {
		read() {
			isRead = true;
			if (!toFile) {
				end();
			}
		},
		printed(n) {
			count = n;
		},
		clear,
		end,
	};
}

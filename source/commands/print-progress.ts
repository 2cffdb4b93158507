import type {Store} from '../store/store.js';
import {indexingText} from '../view/listing/status-texts.js';

/** What is done sooner isn't worth a line; and how often it is told then, milliseconds. */
const quiet = 500;
const pause = 200;

/** A line on a terminal that says how far it is, and stays in its place. */
type PrintProgress = {
	/** All has been read: what comes now is printed. */
	read(): void;
	/** How many have been printed by now. */
	printed(n: number): void;
	/** Takes the line away, for another one to be written. */
	clear(): void;
	/** Takes it away for good. */
	end(): void;
};

/** Where and how it is told. */
type ProgressOptions = {
	readonly store: Pick<Store, 'status'>;
	/** Null: nowhere. */
	readonly terminal: Pick<NodeJS.WriteStream, 'write'> | null;
	/**
	 * Whether what is printed goes into a file. Else whoever takes it may write to the same terminal: a pager, say, to
	 * which the screen belongs from then on.
	 */
	readonly toFile: boolean;
};

/** Tells how far reading is, and printing where that is into a file, as soon as it takes long. */
export function printProgress({store, terminal, toFile}: ProgressOptions): PrintProgress {
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
	const timer = setInterval(() => {
		if (performance.now() - begun >= quiet) {
			const reading = indexingText(store.status())?.replace('indexing', 'reading') ?? 'reading';
			isShown = true;
			terminal.write(`\r${isRead ? `${count} printed` : reading} … (^C ends it)\u001B[K`);
		}
	}, pause);
	const end = (): void => {
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

import type {TimeFormatter} from '../../format/time-formatter.js';
import type {Query} from '../../query/query.js';
import type {Store} from '../../store/store.js';

/** What is saved, and where to. */
export type SaveJob = {
	/** As it was written; its ending says the form, see `Saver.problemWith`. */
	readonly path: string;
	/** Whether a file of that name is replaced. */
	readonly overwrite: boolean;
	readonly store: Store;
	readonly query: Query;
	readonly formatTime: TimeFormatter;
	/** Ends it: nothing is left behind then. */
	readonly signal: AbortSignal;
	/** Told how many requests are saved, of how many; null while the log is still being read. */
	readonly told: (progress: {readonly saved: number; readonly of: number} | null) => void;
};

/** How it went. */
export type Saved =
	/** `missed`: lines that can no longer be read. */
	| {readonly how: 'saved'; readonly requests: number; readonly missed: number}
	/** There is a file of that name, which isn't touched. */
	| {readonly how: 'exists'}
	| {readonly how: 'cancelled'}
	| {readonly how: 'failed'; readonly problem: string};

/** What saves requests in files. */
export type Saver = {
	/** Endings of names, each for a form. The first is offered. */
	readonly endings: readonly string[];
	/** What is wrong with a name, for reading; null when nothing is. */
	problemWith(path: string): string | null;
	/** Never rejects. */
	save(job: SaveJob): Promise<Saved>;
};

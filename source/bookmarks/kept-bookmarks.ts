import {Listeners} from '../listeners.js';
import {errnoWords} from '../tail/files/errno-words.js';
import {locked} from '../user-files/lock.js';
import {readUserFile, writeUserFile} from '../user-files/user-file.js';
import {statePath} from '../user-files/user-folder.js';
import {
	type BookmarkChange,
	type BookmarkRecord,
	BrokenBookmarks,
	bookmarkLines,
	readBookmarkLines,
	withChange,
} from './bookmark-record.js';
import {logNames} from './log-names.js';

/** Maximum size of the file. A thousand bookmarks with long paths take a few hundred KB, so a larger file isn't ours. */
const maxFileSize = 16 << 20;

/** The known bookmarks. Immutable. */
export type BookmarksState = {
	readonly records: readonly BookmarkRecord[];
	/** A message for the user if bookmarks can't be saved, or null. */
	readonly problem: string | null;
};

/** Bookmarks that persist across sessions. */
export type KeptBookmarks = {
	getState(): BookmarksState;
	/** Calls the listener after every change of the state. Returns a function that unsubscribes. */
	subscribe(listener: () => void): () => void;
	change(change: BookmarkChange): void;
	/**
	 * Returns names by which the followed logs are recognised in a later session, see `logNames`.
	 * @param files - the files that were found
	 */
	logs(files: readonly string[]): readonly string[];
	/** Reads the file. Never throws. */
	load(): void;
	/** Resolves when the last `load` has succeeded or failed. */
	loaded(): Promise<void>;
	/** Resolves when all changes so far have been written or have failed. */
	settled(): Promise<void>;
};

/** Path of the bookmarks file. Null if the system has no directory for it. */
export const bookmarksPath = statePath('marks');

/**
 * Bookmarks in a file that only the user can read. It isn't read before `load`. Each change locks the file, reads it, changes and
 * writes it, so that concurrent programs don't lose each other's bookmarks. An invalid file isn't changed: new bookmarks are lost
 * when the program ends.
 */
export function keptBookmarks(path: string | null, watched: readonly string[] = []): KeptBookmarks {
	/** The records at the last reading of the file. */
	let known: readonly BookmarkRecord[] = [];
	/** Changes that aren't in the file yet. */
	let waiting: readonly BookmarkChange[] = [];
	let state: BookmarksState = {records: [], problem: null};
	let last = Promise.resolve();
	let loaded = last;
	const listeners = new Listeners();

	const report = (problem: string | null): void => {
		state = {records: waiting.reduce(withChange, known), problem};
		listeners.notify();
	};

	/** Runs tasks in sequence. */
	const next = (task: (path: string) => Promise<void>): void => {
		if (path !== null) {
			last = last
				.then(() => task(path))
				.then(
					() => report(null),
					error => report(problemOf(error, path)),
				);
		}
	};
	const write = (name: string): Promise<void> =>
		locked(name, async () => {
			const written = waiting;
			const records = written.reduce(withChange, await readBookmarks(name));
			if (!(await writeUserFile(name, bookmarkLines(records)))) {
				throw new BrokenBookmarks("it isn't a file");
			}
			known = records;
			waiting = waiting.slice(written.length);
		});

	return {
		getState: () => state,
		subscribe: listener => listeners.add(listener),
		change(change) {
			waiting = [...waiting, change];
			report(state.problem);
			next(name => (waiting.length === 0 ? Promise.resolve() : write(name)));
		},
		logs: files => logNames(watched, files),
		load() {
			next(async name => {
				known = await readBookmarks(name);
			});
			loaded = last;
		},
		loaded: () => loaded,
		settled: () => last,
	};
}

/** @throws BrokenBookmarks, or a system error */
async function readBookmarks(path: string): Promise<readonly BookmarkRecord[]> {
	const read = await readUserFile(path, maxFileSize);
	if ('unread' in read) {
		throw new BrokenBookmarks(read.unread === 'no file' ? "it isn't a file" : 'it is too large');
	}
	return readBookmarkLines(read.text);
}

function problemOf(error: unknown, path: string): string {
	const effect = 'Bookmarks last until the program ends';
	return error instanceof BrokenBookmarks
		? `${effect}: ${path} can’t be read (${error.message}): fix it, or move it away`
		: `${effect}: ${path} can’t be read or written: ${errnoWords(error)}`;
}

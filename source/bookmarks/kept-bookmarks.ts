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

/** A thousand marks with long paths are some hundred kilobytes: what is larger than this is something else. */
const largestFile = 16 << 20;

/** Marks as they are known now. Never changed in place. */
export type BookmarksState = {
	readonly records: readonly BookmarkRecord[];
	/** Why they are not kept, for reading; null when they are. */
	readonly problem: string | null;
};

/** Marks that outlast the program. */
export type KeptBookmarks = {
	getState(): BookmarksState;
	/** Calls the listener after every change of the state. Returns the function that ends it. */
	subscribe(listener: () => void): () => void;
	change(change: BookmarkChange): void;
	/** What is watched, by which it is known again; see `logNames`. `files`: what was found. */
	logs(files: readonly string[]): readonly string[];
	/** Reads what was kept before. Never throws. */
	load(): void;
	/** Resolves when what was kept before is known, as far as it has been asked for, or can't be. */
	loaded(): Promise<void>;
	/** Resolves when all changes so far are in the file, or can't be. */
	settled(): Promise<void>;
};

/** The file of the marks, where the system has such things. Null when it has no place for them. */
export const bookmarksPath = statePath('marks');

/**
 * Marks in a file, for the user alone. Nothing is read before `load`. With each change the file is read again, changed
 * and written while no other program does the same, so that none loses what another one has marked. A file that can't
 * be understood is left as it is: what is marked then lasts until the program ends.
 * @param path - null: they last until the program ends
 * @param watched - the paths that were given, or found
 */
export function keptBookmarks(path: string | null, watched: readonly string[] = []): KeptBookmarks {
	/** What the file had when it was read last. */
	let known: readonly BookmarkRecord[] = [];
	/** What isn't in it yet. */
	let waiting: readonly BookmarkChange[] = [];
	let state: BookmarksState = {records: [], problem: null};
	let last = Promise.resolve();
	let loaded = last;
	const listeners = new Listeners();

	const tell = (problem: string | null): void => {
		state = {records: waiting.reduce(withChange, known), problem};
		listeners.tell();
	};

	/** One after the other. */
	const next = (task: (path: string) => Promise<void>): void => {
		if (path !== null) {
			last = last
				.then(() => task(path))
				.then(
					() => tell(null),
					error => tell(problemOf(error, path)),
				);
		}
	};

	const write = (name: string): Promise<void> =>
		locked(name, async () => {
			const written = waiting;
			const records = written.reduce(withChange, await readBookmarks(name));
			if (!(await writeUserFile(name, bookmarkLines(records)))) {
				throw new BrokenBookmarks('it is no file');
			}
			known = records;
			waiting = waiting.slice(written.length);
		});

	return {
		getState: () => state,
		subscribe: listener => listeners.add(listener),
		change(change) {
			waiting = [...waiting, change];
			tell(state.problem);
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

/** @throws BrokenMarks, or an error of the system */
async function readBookmarks(path: string): Promise<readonly BookmarkRecord[]> {
	const read = await readUserFile(path, largestFile);
	if ('unread' in read) {
		throw new BrokenBookmarks(read.unread === 'no file' ? 'it is no file' : 'it is too large');
	}
	return readBookmarkLines(read.text);
}

function problemOf(error: unknown, path: string): string {
	const until = 'What is marked lasts until the program ends';
	return error instanceof BrokenBookmarks
		? `${until}: ${path} can’t be read (${error.message}): mend it, or move it away`
		: `${until}: ${path} can’t be read or written: ${errnoWords(error)}`;
}

import {realpath, stat} from 'node:fs/promises';
import {basename, dirname, join, resolve} from 'node:path';
import type {FSWatcher} from 'chokidar';
import {Coalesced} from './coalesced.js';
import {errnoCode, isMissing} from './errno-words.js';
import {identityOf} from './open-file.js';

/** A name in a directory: what file events tell about. The directory is absolute and without symbolic links. */
export type Place = {readonly directory: string; readonly name: string};

/** The directory without symbolic links, as far as it exists. */
export async function realDirectory(path: string): Promise<string> {
	try {
		return await realpath(path);
	} catch {
		return resolve(path);
	}
}

/** Where something happens when a path's file changes: at the path itself and, behind symbolic links, at its target. */
export async function placesOf(path: string): Promise<readonly Place[]> {
	const place = {directory: await realDirectory(dirname(resolve(path))), name: basename(path)};
	try {
		const target = await realpath(path);
		if (target !== join(place.directory, place.name)) {
			return [place, {directory: dirname(target), name: basename(target)}];
		}
	} catch {
		// Nothing there yet: the path itself is all there is to watch.
	}

	return [place];
}

/** Who is told of file events. */
export type WatchListener = {
	/**
	 * Something happened in a directory, or has happened before it was watched: to the entry of that name, or to
	 * any. `renamed`: an entry has come, gone or been replaced; otherwise one was written to.
	 */
	changed(directory: string, name: string | undefined, renamed: boolean): void;
	/** The system allows no more watches; from now on some directories are not watched. */
	exhausted(directory: string, code: string): void;
};

type Watch = {readonly watcher: FSWatcher; readonly identity: string; waiting: readonly string[]};

/**
 * Hints from file events in a set of directories. In place of a directory that isn't there its nearest existing
 * ancestor is watched; `refreshAfter` sees to it that the right ones are, also after a directory was replaced.
 */
export class DirectoryWatcher {
	readonly #listener: WatchListener;
	readonly #watches = new Map<string, Watch>();
	readonly #refreshes = new Coalesced(() => this.#refresh(), 50);
	/** Imported when the watching begins: the first page doesn't need it, and printing never does. */
	readonly #chokidar = import('chokidar');
	#wanted: ReadonlySet<string> = new Set();
	#closed = false;

	constructor(listener: WatchListener) {
		this.#listener = listener;
	}

	/** @param directories Absolute paths without symbolic links: all that are to be watched from now on. */
	want(directories: ReadonlySet<string>): void {
		this.#wanted = directories;
		this.#refreshes.schedule();
	}

	/** Makes sure that the right directories are watched, if that was done last so many milliseconds ago. */
	refreshAfter(age: number): void {
		this.#refreshes.scheduleAfter(age);
	}

	async close(): Promise<void> {
		this.#closed = true;
		await this.#refreshes.stop();
		await Promise.all([...this.#watches.values()].map(({watcher}) => watcher.close()));
		this.#watches.clear();
	}

	async #refresh(): Promise<void> {
		const targets = new Map<string, {identity: string; waiting: string[]}>();
		await Promise.all(
			[...this.#wanted].map(async directory => {
				const found = await nearest(directory);
				if (found !== undefined) {
					const target = targets.get(found.path) ?? {identity: found.identity, waiting: []};
					targets.set(found.path, target);
					if (found.path !== directory) {
						target.waiting.push(directory);
					}
				}
			}),
		);
		const {watch} = await this.#chokidar;
		if (this.#closed) {
			return;
		}

		const gone = [...this.#watches].filter(([path, {identity}]) => targets.get(path)?.identity !== identity);
		await Promise.all(
			gone.map(([path, {watcher}]) => {
				this.#watches.delete(path);
				return watcher.close();
			}),
		);
		for (const [path, {identity, waiting}] of targets) {
			const watched = this.#watches.get(path);
			if (watched === undefined) {
				this.#watches.set(path, {watcher: this.#watch(path, watch), identity, waiting});
			} else {
				watched.waiting = waiting;
			}
		}
	}

	#watch(directory: string, watch: typeof import('chokidar').watch): FSWatcher {
		// `atomic` and `awaitWriteFinish` would hold events back. Entries need no watch of their own: the
		// directory's tells about them by `raw`, so a directory costs one watch however many files are in it. Where they
		// aren't ignored, each write has chokidar ask for the state of its file: twice the processor's time where 5,000
		// lines a second are written to another log of the directory, a fifth more where they are to this one.
		const watcher = watch(directory, {
			atomic: false,
			depth: 0,
			followSymlinks: false,
			ignoreInitial: true,
			ignorePermissionErrors: true,
			ignored: path => path !== directory,
		});
		const changed = (name: string | undefined, renamed: boolean) => {
			if (this.#closed) {
				return;
			}

			this.#listener.changed(directory, name, renamed);
			const waiting = this.#watches.get(directory)?.waiting ?? [];
			// Of what happens to itself a directory tells without a name, or with its own.
			if (renamed && (waiting.length > 0 || name === undefined || name === basename(directory))) {
				this.#refreshes.schedule();
				for (const path of waiting) {
					this.#listener.changed(path, undefined, true);
				}
			}
		};

		// `raw` tells of the entries, at once, and the others of the directory itself.
		watcher.on('raw', (event, path) => {
			changed(typeof path === 'string' ? path : undefined, event !== 'change');
		});
		watcher.on('all', event => changed(undefined, event !== 'change'));
		watcher.on('error', error => {
			const code = errnoCode(error);
			if (code === 'ENOSPC' || code === 'EMFILE' || code === 'ENFILE') {
				this.#listener.exhausted(directory, code);
			} else {
				changed(undefined, true);
			}
		});
		watcher.once('ready', () => changed(undefined, true));
		return watcher;
	}
}

async function nearest(directory: string): Promise<{path: string; identity: string} | undefined> {
	for (let path = directory; ; path = dirname(path)) {
		try {
			const stats = await stat(path, {bigint: true});
			if (stats.isDirectory()) {
				// One that is made in the place of another often has its inode.
				return {path, identity: `${identityOf(stats)} ${stats.birthtimeNs}`};
			}
		} catch (error) {
			if (!isMissing(error)) {
				return undefined;
			}
		}

		if (path === dirname(path)) {
			return undefined;
		}
	}
}

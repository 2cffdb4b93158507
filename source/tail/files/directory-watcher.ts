import {realpath, stat} from 'node:fs/promises';
import {basename, dirname, join, resolve} from 'node:path';
import type {FSWatcher} from 'chokidar';
import {Coalesced} from './coalesced.js';
import {errnoCode, isMissing} from './errno-words.js';
import {identityOf} from './open-file.js';

/** A directory entry that file events refer to. The directory is absolute and without symbolic links. */
export type WatchedName = {readonly directory: string; readonly name: string};

/** Returns the directory with symbolic links resolved, or just the absolute path if it doesn't exist. */
export async function realDirectory(path: string): Promise<string> {
	try {
		return await realpath(path);
	} catch {
		return resolve(path);
	}
}

/**
 * Returns the directory entries whose events mean that a path's file may have changed: the path itself and, through symbolic
 * links, its target.
 */
export async function watchedNames(path: string): Promise<readonly WatchedName[]> {
	const own = {directory: await realDirectory(dirname(resolve(path))), name: basename(path)};
	try {
		const target = await realpath(path);
		if (target !== join(own.directory, own.name)) {
			return [own, {directory: dirname(target), name: basename(target)}];
		}
	} catch {
		// The path is empty, so only the path itself can be watched.
	}
	return [own];
}

/** Listener for file events. */
export type WatchListener = {
	/**
	 * An entry of a directory has changed, or may have changed before the directory was watched. An undefined `name` means any
	 * entry. `renamed`: an entry was created, removed or replaced; otherwise a file was written to.
	 */
	changed(directory: string, name: string | undefined, renamed: boolean): void;
	/** The system allows no more watches. From now on some directories are not watched. */
	exhausted(directory: string, code: string): void;
};

type Watch = {readonly watcher: FSWatcher; readonly identity: string; waiting: readonly string[]};

/**
 * Reports file events in a set of directories. For a missing directory it watches the nearest existing ancestor. `refreshAfter`
 * updates the watches, also after a directory was replaced.
 */
export class DirectoryWatcher {
	readonly #listener: WatchListener;
	readonly #watches = new Map<string, Watch>();
	readonly #refreshes = new Coalesced(() => this.#refresh(), 50);
	/** Loaded when watching begins: the first page doesn't need it, and printing never does. */
	readonly #chokidar = import('chokidar');
	#wanted: ReadonlySet<string> = new Set();
	#closed = false;

	constructor(listener: WatchListener) {
		this.#listener = listener;
	}

	/**
	 * Sets the directories to watch.
	 *
	 * @param directories Absolute paths without symbolic links.
	 */
	want(directories: ReadonlySet<string>): void {
		this.#wanted = directories;
		this.#refreshes.schedule();
	}

	/** Updates the watches if the last update began at least `age` ms ago. */
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
		// `atomic` and `awaitWriteFinish` would delay events. Files need no watch: the directory's `raw` events report them, so a
		// directory costs one watch for any number of files. Without `ignored`, chokidar stats the file at each write. With 5,000
		// lines a second, that doubled the CPU time if another log of the directory was written, and added 20 % if this one was.
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
			// Events about the directory itself have no name, or its own name.
			if (renamed && (waiting.length > 0 || name === undefined || name === basename(directory))) {
				this.#refreshes.schedule();
				for (const path of waiting) {
					this.#listener.changed(path, undefined, true);
				}
			}
		};
		// `raw` reports changes of entries immediately. The other events report changes of the directory itself.
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
				// A new directory at the same path often gets the same inode, so the creation time counts, too.
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

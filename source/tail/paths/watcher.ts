import {Coalesced} from '../files/coalesced.js';
import type {TailContext} from '../open/tail-context.js';
import type {TailSettings} from '../tail-settings.js';
import type {FollowedPath} from './followed-path.js';
import type {PathScans, PathSet} from './path-set.js';

/** Maps directory entries to the followed paths that depend on them. */
class PathsByDirectory {
	readonly #paths: () => Iterable<FollowedPath>;
	readonly #onChange: () => void;
	#directories = new Map<string, Map<string, FollowedPath[]>>();
	#isDue = false;
	readonly #moved = new Set<FollowedPath>();

	/**
	 * @param paths Returns all paths. The map contains their `watchedNames`.
	 * @param onChange Called after the map has been rebuilt.
	 */
	constructor(paths: () => Iterable<FollowedPath>, onChange: () => void) {
		this.#paths = paths;
		this.#onChange = onChange;
	}

	/** All directories in the map. */
	get directories(): Iterable<string> {
		return this.#directories.keys();
	}

	/** Returns the paths that depend on the entry `name` of the directory; undefined if no path does. */
	at(directory: string, name: string): readonly FollowedPath[] | undefined {
		return this.#directories.get(directory)?.get(name);
	}

	/** Returns the paths that depend on any entry of the directory. */
	in(directory: string): readonly FollowedPath[] {
		return [...(this.#directories.get(directory)?.values() ?? [])].flat();
	}

	/** A path was added or removed. Schedules a rebuild of the map. */
	changed(): void {
		if (!this.#isDue) {
			this.#isDue = true;
			setImmediate(() => this.#rebuild());
		}
	}

	/** The `watchedNames` of a path have changed. Schedules a rebuild of the map and then a poll of the path. */
	moved(path: FollowedPath): void {
		this.#moved.add(path);
		this.changed();
	}

	#rebuild(): void {
		this.#isDue = false;
		this.#directories = new Map();
		for (const path of this.#paths()) {
			for (const {directory, name} of path.watchedNames) {
				const names = this.#directories.get(directory) ?? new Map<string, FollowedPath[]>();
				this.#directories.set(directory, names);
				names.set(name, [...(names.get(name) ?? []), path]);
			}
		}
		// Earlier events in the new directories weren't assigned to the path, so poll it now.
		for (const path of this.#moved) {
			path.schedulePoll();
		}
		this.#moved.clear();
		this.#onChange();
	}
}

/** A directory with this many write events within `burstTime` ms is busy: the events are expected to continue. */
const busyEvents = 10;
const burstTime = 500;

/** Growth in bytes per ms above which polls use the short interval: 250 typical lines a second. */
const muchWritten = 60;

/** Callbacks of `BusyDirectories`. */
type BusyListener = {
	/**
	 * Polls the followed files in the directory. Returns their known size in bytes, or undefined if the directory must be watched.
	 */
	poll(directory: string): number | undefined;
	/** The set of busy directories has changed. */
	changed(): void;
};

/** Intervals in ms, see `TailSettings`. */
type BusyTimes = Pick<TailSettings, 'busyPollInterval' | 'calmPollInterval' | 'busyQuietTime'>;

type Busy = {timer: NodeJS.Timeout; size: number; lookedAt: number; grownAt: number};

/**
 * Busy directories, in which files are written all the time. Their events report nothing that the next poll doesn't find, and
 * each costs CPU time: 0.4 ms, measured before `DirectoryWatcher` kept chokidar from reading the stats of the file. So they are
 * polled by a timer instead of watched, until nothing in them grows any longer.
 */
export class BusyDirectories {
	readonly #listener: BusyListener;
	readonly #times: BusyTimes;
	readonly #bursts = new Map<string, {readonly since: number; events: number}>();
	readonly #busy = new Map<string, Busy>();
	#isClosed = false;

	constructor(times: BusyTimes, listener: BusyListener) {
		this.#times = times;
		this.#listener = listener;
	}

	has(directory: string): boolean {
		return this.#busy.has(directory);
	}

	/** An event reported a write to a file in the directory. */
	written(directory: string): void {
		const now = performance.now();
		const burst = this.#bursts.get(directory);
		if (burst === undefined || now - burst.since > burstTime) {
			this.#bursts.set(directory, {since: now, events: 1});
		} else if (++burst.events === busyEvents && !this.has(directory) && !this.#isClosed) {
			this.#begin(directory);
		}
	}

	close(): void {
		this.#isClosed = true;
		for (const {timer} of this.#busy.values()) {
			clearTimeout(timer);
		}
		this.#busy.clear();
	}

	#begin(directory: string): void {
		const size = this.#listener.poll(directory);
		const now = performance.now();
		if (size !== undefined) {
			const timer = this.#pollAfter(directory, this.#times.busyPollInterval);
			this.#busy.set(directory, {timer, size, lookedAt: now, grownAt: now});
			this.#listener.changed();
		}
	}

	#poll(directory: string): void {
		const busy = this.#busy.get(directory);
		if (busy === undefined) {
			return;
		}
		const size = this.#listener.poll(directory);
		const now = performance.now();
		if (size !== busy.size) {
			busy.grownAt = now;
		}
		if (size === undefined || now - busy.grownAt > this.#times.busyQuietTime) {
			this.#busy.delete(directory);
			this.#bursts.delete(directory);
			this.#listener.changed();
			return;
		}
		const {busyPollInterval, calmPollInterval} = this.#times;
		// The result of this poll isn't known yet, so the interval follows a change of the rate one poll later.
		const isFast = size - busy.size > muchWritten * (now - busy.lookedAt);
		busy.timer = this.#pollAfter(directory, isFast ? busyPollInterval : calmPollInterval);
		busy.lookedAt = now;
		busy.size = size;
	}

	#pollAfter(directory: string, milliseconds: number): NodeJS.Timeout {
		return setTimeout(() => this.#poll(directory), milliseconds);
	}
}

/** With more paths in a directory than this, polling every path costs more than handling events. */
const maxBusyPaths = 16;

/** Handles file events about followed paths. An event only triggers a poll earlier than the timer does. */
export class Watcher {
	readonly #context: TailContext;
	readonly #paths: Pick<PathSet, 'paths' | 'directories'>;
	readonly #scans: PathScans;
	readonly #onExhausted: () => void;
	readonly #directoryWatcher: ReturnType<TailSettings['watch']>;
	readonly #pathsByDirectory: PathsByDirectory;
	readonly #busyDirectories: BusyDirectories;
	readonly #directoryPolls = new Map<string, Coalesced>();
	#isExhausted = false;
	#isClosed = false;

	/**
	 * @param paths The followed paths.
	 * @param onExhausted Called once when the system allows no more watches, so that some directories have no events.
	 */
	constructor(
		context: TailContext,
		paths: Pick<PathSet, 'paths' | 'directories'>,
		scans: PathScans,
		onExhausted: () => void,
	) {
		this.#context = context;
		this.#paths = paths;
		this.#scans = scans;
		this.#onExhausted = onExhausted;
		this.#pathsByDirectory = new PathsByDirectory(
			() => paths.paths,
			() => this.#watch(),
		);
		this.#busyDirectories = new BusyDirectories(context.settings, {
			poll: directory => this.#pollBusy(directory),
			changed: () => this.#watch(),
		});
		this.#directoryWatcher = context.settings.watch({
			changed: (directory, name, renamed) => this.#changed(directory, name, renamed),
			exhausted: (directory, code) => this.#exhausted(directory, code),
		});
	}

	/** The set of followed paths has changed. */
	changed(): void {
		this.#pathsByDirectory.changed();
	}

	/** The `watchedNames` of a path have changed. */
	moved(path: FollowedPath): void {
		this.#pathsByDirectory.moved(path);
	}

	/** Checks that the right directories are watched, if the last check is at least `age` ms old. */
	refreshAfter(age: number): void {
		this.#directoryWatcher.refreshAfter(age);
	}

	async close(): Promise<void> {
		this.#isClosed = true;
		this.#busyDirectories.close();
		await Promise.all(Array.from(this.#directoryPolls.values(), poll => poll.stop()));
		await this.#directoryWatcher.close();
	}

	#changed(directory: string, name: string | undefined, renamed: boolean): void {
		const concerned = name === undefined ? undefined : this.#pathsByDirectory.at(directory, name);
		if (concerned !== undefined) {
			for (const path of concerned) {
				path.schedulePoll();
			}
			if (!renamed) {
				this.#busyDirectories.written(directory);
			}
			return;
		}
		if (renamed) {
			// A new file, or a directory or link in a followed path has changed (Kubernetes swaps `..data`).
			this.#pollIn(directory);
			this.#scans.schedule();
		}
		this.#context.registry.schedulePollOfReleased();
	}

	#pollIn(directory: string): void {
		let poll = this.#directoryPolls.get(directory);
		if (poll === undefined) {
			poll = new Coalesced(async () => {
				for (const path of this.#pathsByDirectory.in(directory)) {
					path.schedulePoll();
				}
			}, this.#context.settings.minScanSpacing);
			this.#directoryPolls.set(directory, poll);
		}
		poll.schedule();
	}

	/**
	 * Polls everything in a busy directory. Returns the known size in bytes, or undefined if the directory has too many paths to be
	 * polled that often.
	 */
	#pollBusy(directory: string): number | undefined {
		const paths = this.#pathsByDirectory.in(directory);
		if (paths.length > maxBusyPaths) {
			return undefined;
		}
		let size = 0;
		for (const path of paths) {
			path.schedulePoll();
			size += path.size;
		}
		this.#context.registry.schedulePollOfReleased();
		this.#scans.scheduleAfter(this.#context.settings.busyScanInterval);
		return size;
	}

	#watch(): void {
		if (!this.#isClosed) {
			const directories = [...this.#pathsByDirectory.directories, ...this.#paths.directories];
			this.#directoryWatcher.want(
				new Set(directories.filter(directory => !this.#busyDirectories.has(directory))),
			);
		}
	}

	#exhausted(directory: string, code: string): void {
		if (this.#isExhausted || this.#isClosed) {
			return;
		}
		this.#isExhausted = true;
		const limit =
			code === 'ENOSPC' ? 'fs.inotify.max_user_watches' : 'fs.inotify.max_user_instances or open files';
		const reason = `the system allows no more file watches (limit: ${limit})`;
		const {eventlessPollInterval} = this.#context.settings;
		this.#context.events.notice({
			path: directory,
			text: `${reason}, so it is polled every ${eventlessPollInterval} ms instead. No lines are lost.`,
		});
		this.#onExhausted();
	}
}

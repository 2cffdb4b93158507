import {Coalesced} from '../files/coalesced.js';
import type {TailContext} from '../open/tail-context.js';
import type {TailSettings} from '../tail-settings.js';
import type {FollowedPath} from './followed-path.js';
import type {PathScans, PathSet} from './path-set.js';

/** Which paths are concerned by what happens at a name in a directory. */
class PathsByDirectory {
	readonly #paths: () => Iterable<FollowedPath>;
	readonly #onChange: () => void;
	#directories = new Map<string, Map<string, FollowedPath[]>>();
	#isDue = false;
	readonly #moved = new Set<FollowedPath>();

	/**
	 * @param paths All of them, each with its places.
	 * @param onChange Called when they are known anew.
	 */
	constructor(paths: () => Iterable<FollowedPath>, onChange: () => void) {
		this.#paths = paths;
		this.#onChange = onChange;
	}

	/** All directories in which paths are. */
	get directories(): Iterable<string> {
		return this.#directories.keys();
	}

	/** Those at a name; undefined when there are none. */
	at(directory: string, name: string): readonly FollowedPath[] | undefined {
		return this.#directories.get(directory)?.get(name);
	}

	/** Those in a directory. */
	in(directory: string): readonly FollowedPath[] {
		return [...(this.#directories.get(directory)?.values() ?? [])].flat();
	}

	/** Another path is there, or one isn't any more: the places are found out anew, soon. */
	changed(): void {
		if (!this.#isDue) {
			this.#isDue = true;
			setImmediate(() => this.#place());
		}
	}

	/** The same for a path that has other places than before. */
	moved(path: FollowedPath): void {
		this.#moved.add(path);
		this.changed();
	}

	#place(): void {
		this.#isDue = false;
		this.#directories = new Map();
		for (const path of this.#paths()) {
			for (const {directory, name} of path.places) {
				const names = this.#directories.get(directory) ?? new Map<string, FollowedPath[]>();
				this.#directories.set(directory, names);
				names.set(name, [...(names.get(name) ?? []), path]);
			}
		}

		// What was written since their look had an event that concerned nobody yet.
		for (const path of this.#moved) {
			path.schedulePoll();
		}

		this.#moved.clear();
		this.#onChange();
	}
}

/** So many events about files in a directory, within so many milliseconds: they go on coming. */
const busyEvents = 10;
const burstTime = 500;

/** From so many bytes a millisecond on, looks are to come soon after each other: 250 usual lines a second. */
const muchWritten = 60;

/** What is asked about the directories, and told of them. */
type BusyListener = {
	/**
	 * Has what is followed in the directory looked at. Returns the bytes that are known of it; undefined: it is to be
	 * watched.
	 */
	poll(directory: string): number | undefined;
	/** Other directories are in flow than before. */
	changed(): void;
};

/** Milliseconds; see `TailSettings`. */
type BusyTimes = Pick<TailSettings, 'busyPollInterval' | 'calmPollInterval' | 'busyQuietTime'>;

type Busy = {timer: NodeJS.Timeout; size: number; lookedAt: number; grownAt: number};

/**
 * Directories with files that are written to all the time. Their events tell nothing that the next poll doesn't find,
 * and each costs 0.4 ms, because chokidar asks for the state of the file, too: 5 % of a core where one comes every
 * 10 ms. So they needn't be watched until nothing grows any more. Meanwhile a timer has them looked at.
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

	/** An event has told of a file in the directory that was written to. */
	written(directory: string): void {
		const now = performance.now();
		const burst = this.#bursts.get(directory);
		if (burst === undefined || now - burst.since > burstTime) {
			this.#bursts.set(directory, {since: now, events: 1});
		} else if (++burst.events === busyEvents && !this.has(directory) && !this.#isClosed) {
			this.#begin(directory, now);
		}
	}

	close(): void {
		this.#isClosed = true;
		for (const {timer} of this.#busy.values()) {
			clearTimeout(timer);
		}

		this.#busy.clear();
	}

	#begin(directory: string, now: number): void {
		const size = this.#listener.poll(directory);
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
		// What this poll finds isn't known yet: where the beat changes, the rate is told a poll later.
		const isFast = size - busy.size > muchWritten * (now - busy.lookedAt);
		busy.timer = this.#pollAfter(directory, isFast ? busyPollInterval : calmPollInterval);
		busy.lookedAt = now;
		busy.size = size;
	}

	#pollAfter(directory: string, milliseconds: number): NodeJS.Timeout {
		return setTimeout(() => this.#poll(directory), milliseconds);
	}
}

/** With more paths in a directory, looking at all of them costs more than events about one. */
const maxBusyPaths = 16;

/** File events about what is followed. Each is no more than a hint to look sooner than the timer does. */
export class Watcher {
	readonly #context: TailContext;
	readonly #paths: Pick<PathSet, 'paths' | 'directories'>;
	readonly #scans: PathScans;
	readonly #onExhausted: () => void;
	readonly #directoryWatcher: ReturnType<TailSettings['watch']>;
	readonly #placed: PathsByDirectory;
	readonly #busyDirectories: BusyDirectories;
	readonly #directoryPolls = new Map<string, Coalesced>();
	#isExhausted = false;
	#isClosed = false;

	/**
	 * @param paths What is followed.
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
		this.#placed = new PathsByDirectory(
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

	/** Other paths are followed than before. */
	changed(): void {
		this.#placed.changed();
	}

	/** Events about a path come from other places than before. */
	moved(path: FollowedPath): void {
		this.#placed.moved(path);
	}

	/** Sees to it that the right directories are watched, if that was done last so many milliseconds ago. */
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
		const concerned = name === undefined ? undefined : this.#placed.at(directory, name);
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
			// A new file, or a directory or link on the way to one (Kubernetes swaps `..data`).
			this.#pollIn(directory);
			this.#scans.schedule();
		}

		this.#context.registry.schedulePollOfReleased();
	}

	#pollIn(directory: string): void {
		let poll = this.#directoryPolls.get(directory);
		if (poll === undefined) {
			poll = new Coalesced(async () => {
				for (const path of this.#placed.in(directory)) {
					path.schedulePoll();
				}
			}, this.#context.settings.minScanSpacing);
			this.#directoryPolls.set(directory, poll);
		}

		poll.schedule();
	}

	/**
	 * Has everything in a directory looked at where events would come all the time. Returns the bytes that are known;
	 * undefined when there is too much in it to be looked at so often.
	 */
	#pollBusy(directory: string): number | undefined {
		const paths = this.#placed.in(directory);
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
			const directories = [...this.#placed.directories, ...this.#paths.directories];
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
			text: `${reason}, so it is looked at every ${eventlessPollInterval} ms instead. Nothing is lost by that.`,
		});
		this.#onExhausted();
	}
}

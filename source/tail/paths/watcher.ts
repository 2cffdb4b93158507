import {Coalesced} from '../files/coalesced.js';
import type {Stage} from '../open/tail-context.js';
import type {FollowSettings} from '../tail-settings.js';
import type {FollowedPath} from './followed-path.js';
import type {PathSet, Searches} from './path-set.js';

/** Which paths are concerned by what happens at a name in a directory. */
export class PlacedPaths {
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
			path.hint();
		}

		this.#moved.clear();
		this.#onChange();
	}
}

/** So many events about files in a directory, within so many milliseconds: they go on coming. */
const manyEvents = 10;
const burstTime = 500;

/** From so many bytes a millisecond on, looks are to come soon after each other: 250 usual lines a second. */
const muchWritten = 60;

/** What is asked about the directories, and told of them. */
export type FlowListener = {
	/**
	 * Has what is followed in the directory looked at. Returns the bytes that are known of it; undefined: it is to be
	 * watched.
	 */
	look(directory: string): number | undefined;
	/** Other directories are in flow than before. */
	changed(): void;
};

/** Milliseconds; see `FollowSettings`. */
export type FlowTimes = Pick<FollowSettings, 'flowBeat' | 'slowBeat' | 'flowQuiet'>;

type Flow = {timer: NodeJS.Timeout; size: number; lookedAt: number; grownAt: number};

/**
 * Directories with files that are written to all the time. Their events tell nothing that the next look doesn't find,
 * and each costs 0.4 ms, because chokidar asks for the state of the file, too: 5 % of a core where one comes every
 * 10 ms. So they needn't be watched until nothing grows any more. Meanwhile a timer has them looked at.
 */
export class FlowingDirectories {
	readonly #listener: FlowListener;
	readonly #times: FlowTimes;
	readonly #bursts = new Map<string, {readonly since: number; events: number}>();
	readonly #flows = new Map<string, Flow>();
	#isClosed = false;

	constructor(times: FlowTimes, listener: FlowListener) {
		this.#times = times;
		this.#listener = listener;
	}

	has(directory: string): boolean {
		return this.#flows.has(directory);
	}

	/** An event has told of a file in the directory that was written to. */
	written(directory: string): void {
		const now = performance.now();
		const burst = this.#bursts.get(directory);
		if (burst === undefined || now - burst.since > burstTime) {
			this.#bursts.set(directory, {since: now, events: 1});
		} else if (++burst.events === manyEvents && !this.has(directory) && !this.#isClosed) {
			this.#begin(directory, now);
		}
	}

	close(): void {
		this.#isClosed = true;
		for (const {timer} of this.#flows.values()) {
			clearTimeout(timer);
		}

		this.#flows.clear();
	}

	#begin(directory: string, now: number): void {
		const size = this.#listener.look(directory);
		if (size !== undefined) {
			const timer = this.#lookAfter(directory, this.#times.flowBeat);
			this.#flows.set(directory, {timer, size, lookedAt: now, grownAt: now});
			this.#listener.changed();
		}
	}

	#look(directory: string): void {
		const flow = this.#flows.get(directory);
		if (flow === undefined) {
			return;
		}

		const size = this.#listener.look(directory);
		const now = performance.now();
		if (size !== flow.size) {
			flow.grownAt = now;
		}

		if (size === undefined || now - flow.grownAt > this.#times.flowQuiet) {
			this.#flows.delete(directory);
			this.#bursts.delete(directory);
			this.#listener.changed();
			return;
		}

		const {flowBeat, slowBeat} = this.#times;
		// What this look finds isn't known yet: where the beat changes, the rate is told a look later.
		const isFast = size - flow.size > muchWritten * (now - flow.lookedAt);
		flow.timer = this.#lookAfter(directory, isFast ? flowBeat : slowBeat);
		flow.lookedAt = now;
		flow.size = size;
	}

	#lookAfter(directory: string, milliseconds: number): NodeJS.Timeout {
		return setTimeout(() => this.#look(directory), milliseconds);
	}
}

/** With more paths in a directory, looking at all of them costs more than events about one. */
const mostInFlow = 16;

/** File events about what is followed. Each is no more than a hint to look sooner than the timer does. */
export class FileEvents {
	readonly #stage: Stage;
	readonly #paths: Pick<PathSet, 'paths' | 'directories'>;
	readonly #searches: Searches;
	readonly #onExhausted: () => void;
	readonly #watcher: ReturnType<FollowSettings['watch']>;
	readonly #placed: PlacedPaths;
	readonly #flowing: FlowingDirectories;
	readonly #directoryLooks = new Map<string, Coalesced>();
	#isExhausted = false;
	#isClosed = false;

	/**
	 * @param paths What is followed.
	 * @param onExhausted Called once when the system allows no more watches, so that some directories have no events.
	 */
	constructor(
		stage: Stage,
		paths: Pick<PathSet, 'paths' | 'directories'>,
		searches: Searches,
		onExhausted: () => void,
	) {
		this.#stage = stage;
		this.#paths = paths;
		this.#searches = searches;
		this.#onExhausted = onExhausted;
		this.#placed = new PlacedPaths(
			() => paths.paths,
			() => this.#watch(),
		);
		this.#flowing = new FlowingDirectories(stage.settings, {
			look: directory => this.#lookAtFlow(directory),
			changed: () => this.#watch(),
		});
		this.#watcher = stage.settings.watch({
			hint: (directory, name, renamed) => this.#hint(directory, name, renamed),
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
		this.#watcher.refreshAfter(age);
	}

	async close(): Promise<void> {
		this.#isClosed = true;
		this.#flowing.close();
		await Promise.all(Array.from(this.#directoryLooks.values(), look => look.stop()));
		await this.#watcher.close();
	}

	#hint(directory: string, name: string | undefined, renamed: boolean): void {
		const concerned = name === undefined ? undefined : this.#placed.at(directory, name);
		if (concerned !== undefined) {
			for (const path of concerned) {
				path.hint();
			}

			if (!renamed) {
				this.#flowing.written(directory);
			}

			return;
		}

		if (renamed) {
			// A new file, or a directory or link on the way to one (Kubernetes swaps `..data`).
			this.#lookIn(directory);
			this.#searches.hint();
		}

		this.#stage.registry.hintReleased();
	}

	#lookIn(directory: string): void {
		let look = this.#directoryLooks.get(directory);
		if (look === undefined) {
			look = new Coalesced(async () => {
				for (const path of this.#placed.in(directory)) {
					path.hint();
				}
			}, this.#stage.settings.rescanSpacing);
			this.#directoryLooks.set(directory, look);
		}

		look.hint();
	}

	/**
	 * Has everything in a directory looked at where events would come all the time. Returns the bytes that are known;
	 * undefined when there is too much in it to be looked at so often.
	 */
	#lookAtFlow(directory: string): number | undefined {
		const paths = this.#placed.in(directory);
		if (paths.length > mostInFlow) {
			return undefined;
		}

		let size = 0;
		for (const path of paths) {
			path.hint();
			size += path.size;
		}

		this.#stage.registry.hintReleased();
		this.#searches.hintAfter(this.#stage.settings.flowRescan);
		return size;
	}

	#watch(): void {
		if (!this.#isClosed) {
			const directories = [...this.#placed.directories, ...this.#paths.directories];
			this.#watcher.want(new Set(directories.filter(directory => !this.#flowing.has(directory))));
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
		const {pollInterval} = this.#stage.settings;
		this.#stage.deliveries.notice({
			path: directory,
			text: `${reason}, so it is looked at every ${pollInterval} ms instead. Nothing is lost by that.`,
		});
		this.#onExhausted();
	}
}

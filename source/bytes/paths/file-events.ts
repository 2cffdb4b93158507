import {Coalesced} from '../files/coalesced.js';
import type {FollowSettings} from '../follow-settings.js';
import type {Stage} from '../live/stage.js';
import {FlowingDirectories} from './flowing-directories.js';
import type {FollowedPath} from './followed-path.js';
import type {PathSet} from './path-set.js';
import {PlacedPaths} from './placed-paths.js';
import type {Searches} from './searches.js';

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

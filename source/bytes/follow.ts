import {Beginnings} from './beginnings.js';
import {Coalesced} from './coalesced.js';
import {Deliveries} from './deliveries.js';
import {EndedFiles} from './ended-files.js';
import {FlowingDirectories} from './flowing-directories.js';
import {defaultSettings, type FollowSettings} from './follow-settings.js';
import type {Followed, FollowListener, FollowOptions, PathState} from './follow-types.js';
import {FollowedPath} from './followed-path.js';
import {KeptText} from './kept-text.js';
import {PathSet} from './path-set.js';
import {PipedLog} from './piped-log.js';
import {PlacedPaths} from './placed-paths.js';
import {Registry} from './registry.js';
import type {Stage} from './stage.js';

/** With more paths in a directory, looking at all of them costs more than events about one. */
const mostInFlow = 16;

/**
 * Opens the files that `paths` stand for and tells `listener` of them and of their growth until it is closed.
 * File events are no more than hints to look sooner than the timer does.
 *
 * @param settings Times and bounds that differ from the defaults.
 */
export function follow(
	options: FollowOptions,
	listener: FollowListener,
	settings: Partial<FollowSettings> = {},
): Followed {
	return new Following(options, listener, {...defaultSettings, ...settings});
}

class Following implements Followed {
	readonly started: Promise<void>;
	readonly #options: FollowOptions;
	readonly #stage: Stage;
	readonly #paths: PathSet;
	readonly #scans: Coalesced;
	readonly #directoryLooks = new Map<string, Coalesced>();
	readonly #watcher: ReturnType<FollowSettings['watch']> | undefined;
	readonly #flowing: FlowingDirectories;
	readonly #placed = new PlacedPaths(
		() => this.#paths.paths,
		() => this.#watch(),
	);
	#exhausted = false;
	#piped: PipedLog | undefined;
	#timer: NodeJS.Timeout | undefined;
	#scannedAt = 0;
	#starting = true;
	#closed: Promise<void> | undefined;

	constructor(options: FollowOptions, listener: FollowListener, settings: FollowSettings) {
		this.#options = options;
		const deliveries = new Deliveries(listener);
		const keptText = new KeptText(settings.keepPiped);
		this.#stage = {
			settings,
			deliveries,
			registry: new Registry(),
			endedFiles: new EndedFiles(settings, keptText),
			beginnings: new Beginnings(),
			keptText,
		};
		if (options.follow && !options.poll) {
			this.#watcher = settings.watch({
				hint: (directory, name, renamed) => this.#hint(directory, name, renamed),
				exhausted: (directory, code) => this.#watchesExhausted(directory, code),
			});
		}

		this.#flowing = new FlowingDirectories(settings, {
			look: directory => this.#lookAtFlow(directory),
			changed: () => this.#watch(),
		});
		this.#paths = new PathSet(
			options.paths.filter(path => path !== '-'),
			path => this.#followPath(path),
			() => {
				deliveries.changed();
				if (this.#watcher !== undefined) {
					this.#placed.changed();
				}
			},
		);
		this.#scans = new Coalesced(() => this.#scan(), settings.rescanSpacing);
		this.started = this.#start();
	}

	states(): readonly PathState[] {
		const piped = this.#piped === undefined ? [] : [this.#piped.pathState];
		return [...piped, ...this.#paths.states()];
	}

	async look(): Promise<void> {
		await this.started;
		if (!this.#options.follow || this.#closed !== undefined) {
			return;
		}

		await this.#scans.run();
		await Promise.all(Array.from(this.#paths.paths, path => path.look()));
		await Promise.all(Array.from(this.#stage.registry.files, file => (file.held ? undefined : file.look())));
	}

	close(): Promise<void> {
		this.#closed ??= this.#close();
		return this.#closed;
	}

	async #start(): Promise<void> {
		if (this.#options.paths.includes('-')) {
			this.#piped = new PipedLog(this.#stage, '-', this.#stage.settings.stdin());
			this.#stage.deliveries.changed();
		}

		if (this.#options.follow) {
			// Before the first looks are done: one at a path that doesn't answer never is.
			const {pollInterval, lookInterval} = this.#stage.settings;
			this.#tickEvery(this.#options.poll ? pollInterval : lookInterval);
		}

		await this.#scans.run();
		this.#starting = false;
		if (this.#options.follow || this.#closed !== undefined) {
			return;
		}

		for (const path of this.#paths.paths) {
			path.finish();
		}
	}

	/** Searches for files, and has the first look at the new ones. */
	async #scan(): Promise<void> {
		this.#scannedAt = performance.now();
		const found = await this.#paths.scan();
		const looks = Promise.all(found.map(path => path.look()));
		if (this.#starting) {
			await looks;
		}
	}

	#followPath(path: string): FollowedPath {
		const {follow, isAllNew} = this.#options;
		const past = follow ? (this.#starting && !isAllNew ? 'unknown' : 'none') : 'all';
		const onPlaces = (of: FollowedPath) => this.#placed.moved(of);
		return new FollowedPath(this.#stage, path, {past, onPlaces: this.#watcher && onPlaces});
	}

	#tickEvery(interval: number): void {
		clearInterval(this.#timer);
		this.#timer = setInterval(() => this.#tick(), interval);
	}

	/** Everything looks by itself, so that one path on a server that doesn't answer can't hold up the others. */
	#tick(): void {
		for (const path of this.#paths.paths) {
			path.hint();
		}

		this.#hintReleased();
		if (performance.now() - this.#scannedAt >= this.#stage.settings.rescanInterval - 5) {
			this.#scans.hint();
		}

		this.#watcher?.refresh();
	}

	/** Files that were replaced or deleted, and are read for a while longer. */
	#hintReleased(): void {
		for (const file of this.#stage.registry.files) {
			if (!file.held) {
				file.hint();
			}
		}
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
			this.#scans.hint();
		}

		this.#hintReleased();
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

		this.#hintReleased();
		if (performance.now() - this.#scannedAt >= this.#stage.settings.flowRescan) {
			this.#scans.hint();
		}

		return size;
	}

	#watch(): void {
		if (this.#closed === undefined) {
			const directories = [...this.#placed.directories, ...this.#paths.directories];
			this.#watcher?.want(new Set(directories.filter(directory => !this.#flowing.has(directory))));
		}
	}

	#watchesExhausted(directory: string, code: string): void {
		if (this.#exhausted || this.#closed !== undefined) {
			return;
		}

		this.#exhausted = true;
		const limit =
			code === 'ENOSPC' ? 'fs.inotify.max_user_watches' : 'fs.inotify.max_user_instances or open files';
		const reason = `the system allows no more file watches (limit: ${limit})`;
		const {pollInterval} = this.#stage.settings;
		this.#stage.deliveries.notice({
			path: directory,
			text: `${reason}, so it is looked at every ${pollInterval} ms instead. Nothing is lost by that.`,
		});
		this.#tickEvery(pollInterval);
	}

	async #close(): Promise<void> {
		const {deliveries, registry, endedFiles, keptText} = this.#stage;
		deliveries.stop();
		clearInterval(this.#timer);
		this.#flowing.close();
		this.#piped?.close();
		await Promise.all(Array.from(this.#directoryLooks.values(), look => look.stop()));
		await Promise.all([this.#watcher?.close(), this.#scans.stop()]);
		await Promise.all(Array.from(this.#paths.paths, path => path.stop()));
		await Promise.all(Array.from(registry.files, file => file.close()));
		keptText.close();
		await endedFiles.close();
	}
}

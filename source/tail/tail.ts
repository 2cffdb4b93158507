import {KeptText} from './archives/kept-text.js';
import {Deliveries} from './deliveries.js';
import {identityOf} from './files/open-file.js';
import {Registry} from './open/registry.js';
import type {Stage} from './open/tail-context.js';
import {FollowedPath} from './paths/followed-path.js';
import {PathSet, Searches} from './paths/path-set.js';
import {FileEvents} from './paths/watcher.js';
import {PipedLog} from './piped-log.js';
import {EndedFiles} from './rotation/ended-files.js';
import {Beginnings} from './rotation/fingerprint-index.js';
import {type RotatedFile, rotatedBeside} from './rotation/rotated-files.js';
import {defaultSettings, type FollowSettings} from './tail-settings.js';
import type {Followed, FollowListener, FollowOptions, PathState} from './tail-types.js';

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

/** So often files that are renamed all the time are searched for when they aren't followed. */
const mostTries = 5;

class Following implements Followed {
	readonly started: Promise<void>;
	readonly #options: FollowOptions;
	readonly #stage: Stage;
	readonly #paths: PathSet;
	readonly #searches: Searches;
	/** Paths that were added and aren't followed yet. */
	readonly #added = new Set<string>();
	/** Unset where the timer alone is to tell. */
	readonly #events: FileEvents | undefined;
	#piped: PipedLog | undefined;
	#timer: NodeJS.Timeout | undefined;
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
		this.#paths = new PathSet(
			options.paths.filter(path => path !== '-'),
			path => this.#followPath(path),
			() => {
				deliveries.changed();
				this.#events?.changed();
			},
		);
		this.#searches = new Searches(this.#paths, settings.rescanSpacing);
		if (options.follow && !options.poll) {
			this.#events = new FileEvents(this.#stage, this.#paths, this.#searches, () =>
				this.#tickEvery(settings.pollInterval),
			);
		}

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

		await this.#searches.run();
		await Promise.all(Array.from(this.#paths.paths, path => path.look()));
		await Promise.all(Array.from(this.#stage.registry.files, file => (file.held ? undefined : file.look())));
	}

	async rotated(): Promise<readonly string[]> {
		const {registry} = this.#stage;
		const paths = Array.from(this.#paths.paths, ({path}) => path);
		const files = await rotatedBeside(paths, this.#paths.arguments);
		// What was written since is from a log that was read, also as a compressed copy: that keeps its time.
		const isUnread = ({stats}: RotatedFile): boolean =>
			registry.find(identityOf(stats)) === undefined &&
			registry.whenEnded(stats) === undefined &&
			Number(stats.mtimeNs / 1_000_000n) < registry.since;
		return files.filter(isUnread).map(({path}) => path);
	}

	async add(paths: readonly string[]): Promise<void> {
		for (const path of paths) {
			this.#added.add(path);
		}

		this.#paths.add(paths);
		await this.#searches.run();
		if (this.#options.follow || this.#closed !== undefined) {
			return;
		}

		const added = [...this.#paths.paths].filter(({path}) => paths.includes(path));
		await Promise.all(added.map(path => path.look()));
		for (const path of added) {
			path.finish();
		}
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

		await this.#searches.run();
		if (this.#options.follow || this.#closed !== undefined) {
			return;
		}

		await this.#lookAgain();
		for (const path of this.#paths.paths) {
			path.finish();
		}

		// Those that are at none of the paths any more.
		for (const file of this.#stage.registry.files) {
			file.end();
		}
	}

	/** What is renamed while it is searched for, as rotations do, may be seen at neither of its names. */
	async #lookAgain(): Promise<void> {
		const {registry} = this.#stage;
		if ([...this.#paths.paths].every(({lasting}) => lasting)) {
			// What was given by its name isn't searched for.
			return;
		}

		for (let tries = 0; tries < mostTries && this.#closed === undefined; tries++) {
			const before = new Set(registry.files);
			await this.#searches.run();
			const paths = [...this.#paths.paths].filter(path => !path.lasting || path.isWaiting);
			await Promise.all(paths.map(path => path.look()));
			const isSettled = !paths.some(path => !path.lasting && path.isWaiting);
			if (isSettled && [...registry.files].every(file => before.has(file))) {
				return;
			}
		}
	}

	#followPath(path: string): FollowedPath {
		const {follow, isAllNew} = this.#options;
		const isThere = (this.#searches.isFirst && !isAllNew) || this.#added.delete(path);
		const past = follow ? (isThere ? 'unknown' : 'none') : 'all';
		const events = this.#events;
		return new FollowedPath(this.#stage, path, {past, onPlaces: events && (of => events.moved(of))});
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

		this.#stage.registry.hintReleased();
		const age = this.#stage.settings.rescanInterval - 5;
		this.#searches.hintAfter(age);
		// Files of a directory that was replaced are looked at anyway. Measured while nothing happens: an eighth of the
		// processor's time was for making sure of it at each look.
		this.#events?.refreshAfter(age);
	}

	async #close(): Promise<void> {
		const {deliveries, registry, endedFiles, keptText} = this.#stage;
		deliveries.stop();
		clearInterval(this.#timer);
		this.#piped?.close();
		await Promise.all([this.#events?.close(), this.#searches.stop()]);
		await Promise.all(Array.from(this.#paths.paths, path => path.stop()));
		await Promise.all(Array.from(registry.files, file => file.close()));
		keptText.close();
		await endedFiles.close();
	}
}

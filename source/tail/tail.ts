import {KeptText} from './archives/kept-text.js';
import {EventQueue} from './event-queue.js';
import {Descriptors} from './files/descriptors.js';
import {identityOf, OpenFile} from './files/open-file.js';
import {TaskLimit} from './files/task-limit.js';
import {Registry} from './open/registry.js';
import type {TailContext} from './open/tail-context.js';
import {FollowedPath} from './paths/followed-path.js';
import {LaterLogs} from './paths/later-logs.js';
import {PathScans, PathSet} from './paths/path-set.js';
import {Watcher} from './paths/watcher.js';
import {PipedLog} from './piped-log.js';
import {EndedFiles} from './rotation/ended-files.js';
import {FingerprintIndex} from './rotation/fingerprint-index.js';
import {type RotatedFile, rotatedFilesNextTo} from './rotation/rotated-files.js';
import {defaultSettings, type TailSettings} from './tail-settings.js';
import type {PathState, Tail, TailListener, TailOptions} from './tail-types.js';

/**
 * Opens the files that `paths` stand for and reports them and their growth to `listener` until it is closed. File events only
 * trigger polls earlier than the timer does.
 *
 * @param settings Settings that differ from the defaults.
 */
export function tail(
	options: TailOptions,
	listener: TailListener,
	settings: Partial<TailSettings> = {},
): Tail {
	return new FollowedTail(options, listener, settings);
}

/** Maximum number of searches for files that keep being renamed, without `follow`. */
const maxTries = 5;

class FollowedTail implements Tail {
	readonly started: Promise<void>;
	readonly #options: TailOptions;
	readonly #context: TailContext;
	readonly #paths: PathSet;
	readonly #scans: PathScans;
	readonly #laterLogs: LaterLogs;
	/** Paths that were added and aren't followed yet. */
	readonly #added = new Set<string>();
	/** Undefined if only the timer polls. */
	readonly #watcher: Watcher | undefined;
	#piped: PipedLog | undefined;
	#timer: NodeJS.Timeout | undefined;
	#closed: Promise<void> | undefined;

	constructor(options: TailOptions, listener: TailListener, changed: Partial<TailSettings>) {
		this.#options = options;
		// There may be more files than the process may have open. While they are read once, they may close in between.
		const descriptors = options.follow ? undefined : new Descriptors();
		const open: TailSettings['open'] = path => OpenFile.open(path, descriptors);
		const settings = {...defaultSettings, open, ...changed};
		const events = new EventQueue(listener);
		const keptText = new KeptText(settings.keepPiped);
		this.#context = {
			isFollowing: options.follow,
			settings,
			events,
			registry: new Registry(),
			endedFiles: new EndedFiles(settings, keptText),
			fingerprintIndex: new FingerprintIndex(),
			keptText,
		};
		this.#paths = new PathSet(
			options.paths.filter(path => path !== '-'),
			path => this.#followPath(path),
			() => {
				events.changed();
				this.#watcher?.changed();
			},
		);
		this.#scans = new PathScans(
			this.#paths,
			settings.minScanSpacing,
			// During its first poll, a file needs its descriptor all the time.
			descriptors && new TaskLimit(descriptors.maxOpen / 2),
		);
		this.#laterLogs = new LaterLogs(this.#context, this.#paths);
		if (options.follow && !options.poll) {
			this.#watcher = new Watcher(this.#context, this.#paths, this.#scans, () =>
				this.#tickEvery(settings.eventlessPollInterval),
			);
		}
		this.started = this.#start();
	}

	states(): readonly PathState[] {
		const piped = this.#piped === undefined ? [] : [this.#piped.pathState];
		return [...piped, ...this.#paths.states()];
	}

	async poll(): Promise<void> {
		await this.started;
		if (!this.#options.follow || this.#closed !== undefined) {
			return;
		}
		await this.#scans.run();
		await Promise.all(Array.from(this.#paths.paths, path => path.poll()));
		await Promise.all(
			Array.from(this.#context.registry.files, file => (file.held ? undefined : file.poll())),
		);
	}

	async rotated(): Promise<readonly string[]> {
		const {registry} = this.#context;
		const paths = Array.from(this.#paths.paths, ({path}) => path);
		const files = await rotatedFilesNextTo(paths, this.#paths.arguments);
		// Files written after the start belong to logs that were read. The same is true of compressed copies, which keep the time of
		// the log.
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
		await this.#scans.run();
		if (this.#options.follow || this.#closed !== undefined) {
			return;
		}
		const added = [...this.#paths.paths].filter(({path}) => paths.includes(path));
		await Promise.all(added.map(path => path.poll()));
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
			this.#piped = new PipedLog(this.#context, '-', this.#context.settings.stdin());
			this.#context.events.changed();
		}
		if (this.#options.follow) {
			// Start the timer before the first polls finish: a poll of a path that doesn't respond never does.
			const {eventlessPollInterval, pollInterval} = this.#context.settings;
			this.#tickEvery(this.#options.poll ? eventlessPollInterval : pollInterval);
		}
		await this.#scans.run();
		if (this.#options.follow || this.#closed !== undefined) {
			return;
		}
		await this.#pollAgain();
		for (const path of this.#paths.paths) {
			path.finish();
		}
		// End the files that are no longer at any of the paths, too.
		for (const file of this.#context.registry.files) {
			file.end();
		}
	}

	/** Searches again: a search may miss a file under both of its names if rotation renames it at that moment. */
	async #pollAgain(): Promise<void> {
		const {registry} = this.#context;
		if ([...this.#paths.paths].every(({lasting}) => lasting)) {
			// Files that the user named need no search.
			return;
		}
		for (let tries = 0; tries < maxTries && this.#closed === undefined; tries++) {
			const before = new Set(registry.files);
			await this.#scans.run();
			const paths = [...this.#paths.paths].filter(path => !path.lasting || path.isWaiting);
			await Promise.all(paths.map(path => path.poll()));
			const isSettled = !paths.some(path => !path.lasting && path.isWaiting);
			if (isSettled && [...registry.files].every(file => before.has(file))) {
				return;
			}
		}
	}

	#followPath(path: string): FollowedPath {
		const {follow, isAllNew} = this.#options;
		const isThere = (this.#scans.isFirst && !isAllNew) || this.#added.delete(path);
		const backfill = follow ? (isThere ? 'unknown' : 'none') : 'all';
		const watcher = this.#watcher;
		return new FollowedPath(this.#context, path, {backfill, onNames: watcher && (of => watcher.moved(of))});
	}

	#tickEvery(interval: number): void {
		clearInterval(this.#timer);
		this.#timer = setInterval(() => this.#tick(), interval);
	}

	/** Schedules separate polls, so that one path on a server that doesn't respond can't block the other paths. */
	#tick(): void {
		for (const path of this.#paths.paths) {
			path.schedulePoll();
		}
		this.#context.registry.schedulePollOfReleased();
		const age = this.#context.settings.scanInterval - 5;
		this.#scans.scheduleAfter(age);
		this.#laterLogs.scheduleAfter(age);
		// Files of a replaced directory are polled anyway. Checking the watches at every poll took 1/8 of the idle CPU time.
		this.#watcher?.refreshAfter(age);
	}

	async #close(): Promise<void> {
		const {events, registry, endedFiles, keptText} = this.#context;
		events.stop();
		clearInterval(this.#timer);
		this.#piped?.close();
		await Promise.all([this.#watcher?.close(), this.#scans.stop(), this.#laterLogs.stop()]);
		await Promise.all(Array.from(this.#paths.paths, path => path.stop()));
		await Promise.all(Array.from(registry.files, file => file.close()));
		keptText.close();
		await endedFiles.close();
	}
}

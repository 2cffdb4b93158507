import {isMissing} from './errno-words.js';
import {tick} from './file-clock.js';
import {identityOf} from './identity.js';
import {LiveFile} from './live-file.js';
import type {OpenFile} from './open-file.js';
import {logNames, type RotatedFile, rotatedFiles} from './rotated-files.js';
import type {Stage} from './stage.js';

/**
 * Reads the files that were put at a path and rotated away again between two looks at it, so that nobody has seen them
 * there. They are known by their names and by when they were made, so not on a file system that doesn't note it.
 */
export class MissedRotations {
	readonly #stage: Stage;
	readonly #path: string;
	/** What rotated files were named after when they were searched last: see `logNames`. */
	#names: readonly string[] = [];
	/** All that was put there before that moment has been seen; milliseconds since 1970. */
	#seenUntil: number | undefined;
	#isDue = false;

	constructor(stage: Stage, path: string) {
		this.#stage = stage;
		this.#path = path;
	}

	/** Rotated files may be named after these, too. */
	addNames(names: readonly string[]): void {
		this.#names = [...new Set([...this.#names, ...names])];
	}

	/**
	 * The path has been looked at. Resolves with false when rotation went on meanwhile, so that it must be done again.
	 *
	 * @param at When the look began, milliseconds since 1970.
	 * @param hasChanged Whether anything else was found than at the look before.
	 */
	async looked(at: number, hasChanged: boolean): Promise<boolean> {
		const since = this.#seenUntil;
		if (since !== undefined && (hasChanged || this.#isDue)) {
			// A link may have been turned after what it led to was rotated.
			const names = await logNames(this.#path);
			const all = [...new Set([...names, ...this.#names])];
			this.#isDue = !(await this.#read(all, since));
			this.#names = this.#isDue ? all : names;
		}

		this.#seenUntil = this.#isDue ? since : at;
		return !this.#isDue;
	}

	async #read(names: readonly string[], since: number): Promise<boolean> {
		const {registry, deliveries, settings} = this.#stage;
		const read: string[] = [];
		let isComplete = true;
		for (const {path: rotated, stats} of (await rotatedFiles(names)).toReversed()) {
			const isMissed =
				stats.birthtimeNs / 1_000_000n >= BigInt(since - tick) &&
				registry.find(identityOf(stats)) === undefined &&
				registry.whenEnded(stats) === undefined;
			const file = isMissed ? await openMissed(this.#stage, this.#path, rotated, stats) : undefined;
			if (file === 'moved') {
				isComplete = false;
			} else if (file !== undefined) {
				file.release(file, settings.holdTime);
				await file.look();
				read.push(rotated);
			}
		}

		if (read.length > 0) {
			const text = `rotated several times within a moment; what was written in between is read from ${read.join(', ')}.`;
			deliveries.notice({path: this.#path, text});
		}

		return isComplete;
	}
}

/**
 * The file that rotation has put at `rotated`, as one of the log at `path`. Undefined if it isn't to be read: a copy of
 * a log that is, or one without permission.
 */
async function openMissed(
	stage: Stage,
	path: string,
	rotated: string,
	stats: RotatedFile['stats'],
): Promise<LiveFile | 'moved' | undefined> {
	const {registry, settings} = stage;
	let open: OpenFile | undefined;
	try {
		open = await settings.open(rotated);
	} catch (error) {
		return isMissing(error) ? 'moved' : undefined;
	}

	if (open?.identity !== identityOf(stats)) {
		await open?.close();
		return 'moved';
	}

	const original = await registry.originalOf(rotated, open, Number(stats.size)).catch(() => 'unreadable');
	// From here on nothing is waited for: by another path it may be opened just now.
	if (original !== undefined || registry.find(open.identity) !== undefined) {
		await open.close();
		return undefined;
	}

	const file = new LiveFile(stage, open, [path], {size: 0});
	registry.add(file);
	return file;
}

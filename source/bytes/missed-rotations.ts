import {latestOf, tick} from './file-clock.js';
import {identityOf} from './identity.js';
import {readMissed, readMissedArchive} from './missed-file.js';
import {missedText} from './missed-text.js';
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
		const {deliveries} = this.#stage;
		const {plain, compressed} = await rotatedFiles(names);
		const read: string[] = [];
		let isComplete = true;
		for (const rotated of plain.toReversed()) {
			if (this.#wasMade(rotated, since)) {
				const outcome = await readMissed(this.#stage, this.#path, rotated);
				isComplete &&= outcome !== 'moved';
				read.push(...(outcome === 'read' ? [rotated.path] : []));
			}
		}

		if (read.length > 0) {
			deliveries.notice({path: this.#path, text: missedText(read.join(', '))});
		}

		for (const rotated of compressed.toReversed()) {
			// Compressing keeps the time at which the log was written: one of yesterday isn't missed.
			if (this.#wasMade(rotated, since) && latestOf(rotated.stats.mtimeNs) >= since - tick) {
				const outcome = await readMissedArchive(this.#stage, this.#path, rotated);
				isComplete &&= outcome !== 'moved';
			}
		}

		return isComplete;
	}

	/** Whether nobody can have seen the file at the path. */
	#wasMade({stats}: RotatedFile, since: number): boolean {
		const {registry} = this.#stage;
		return (
			stats.birthtimeNs / 1_000_000n >= BigInt(since - tick) &&
			registry.find(identityOf(stats)) === undefined &&
			registry.whenEnded(stats) === undefined
		);
	}
}

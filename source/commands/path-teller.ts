import type {Notice, PathState} from '../tail/tail-types.js';

/** A rotated log is away, or not readable yet, for a moment: only what lasts longer is said, milliseconds. */
const longestRotation = 2000;

/** What is said once a path has no problem any more, by what was said before. */
const recoveries: Readonly<Record<PathState['state'], string>> = {
	waiting: 'is there now and is read',
	unreadable: 'can be read now',
	following: 'is there again',
	ended: 'can be read now',
};

/** What is known of a path. */
type Told = {
	/** What was said of it last, unless it has no problem. */
	problem: string | undefined;
	/** What is to be said once it has none. */
	recovery: string;
	/** Since when it has a problem that was not said, by `performance.now()`. */
	since: number | undefined;
};

/** Says which paths can't be read while they are followed, and when they can be: each once, when that changes. */
export class PathTeller {
	readonly #given: ReadonlySet<string>;
	readonly #say: (text: string) => void;
	readonly #longestRotation: number;
	readonly #paths = new Map<string, Told>();

	/**
	 * @param given What is followed, as the user gave it. A file that was only found in a directory may be deleted.
	 * @param say Takes a line, not sanitised.
	 * @param rotation How long a problem that comes later must last, milliseconds.
	 */
	constructor(given: readonly string[], say: (text: string) => void, rotation = longestRotation) {
		this.#given = new Set(given);
		this.#say = say;
		this.#longestRotation = rotation;
	}

	/**
	 * Says what has changed since the last call. Returns after how many milliseconds it is to be called again, if nothing
	 * changes until then.
	 *
	 * @param notices What was said otherwise: that a disk has a fault, for instance.
	 */
	tell(
		states: readonly PathState[],
		notices: ReadonlyArray<Pick<Notice, 'path' | 'text'>>,
	): number | undefined {
		let next: number | undefined;
		for (const state of states) {
			const wait = this.#tellOne(state, notices);
			next = wait === undefined ? next : Math.min(wait, next ?? wait);
		}
		const paths = new Set(states.map(({path}) => path));
		for (const [path, {problem}] of this.#paths) {
			if (!paths.has(path)) {
				this.#paths.delete(path);
				// A directory or pattern isn't told of while there are files to be told of in its place.
				if (problem !== undefined && this.#given.has(path)) {
					this.#say(`${path}: has logs now, which are read`);
				}
			}
		}
		return next;
	}

	#tellOne(
		{path, state, problem, isOver}: PathState,
		notices: ReadonlyArray<Pick<Notice, 'path' | 'text'>>,
	): number | undefined {
		if (state === 'waiting' && (problem === undefined || !this.#given.has(path))) {
			// Not looked at yet, or deleted by rotation.
			return undefined;
		}
		const told = this.#paths.get(path);
		if (problem === undefined || problem === told?.problem) {
			if (problem === undefined && told?.problem !== undefined) {
				this.#say(`${path}: ${told.recovery}`);
			}
			this.#paths.set(path, {problem, recovery: told?.recovery ?? '', since: undefined});
			return undefined;
		}
		if (notices.some(notice => notice.path === path && notice.text.startsWith(problem))) {
			// The notice said it; that it is over is still to be said.
			this.#paths.set(path, {problem, recovery: recoveries[state], since: undefined});
			return undefined;
		}
		const now = performance.now();
		const since = told?.since ?? now;
		// Nothing will change of what is over.
		const wait = told === undefined || isOver ? 0 : since + this.#longestRotation - now;
		if (told !== undefined && wait > 0) {
			told.since = since;
			return wait;
		}
		this.#say(`${path}: ${problem}`);
		this.#paths.set(path, {problem, recovery: recoveries[state], since: undefined});
		return undefined;
	}
}

import type {Notice, PathState} from '../tail/tail-types.js';

/** During a rotation, a log may be missing or unreadable for a moment. Only longer problems are reported. In ms. */
const maxRotationTime = 2000;

/** Message when a path has no problem any longer, by its state at the time of the problem. */
const recoveries: Readonly<Record<PathState['state'], string>> = {
	waiting: 'exists now; reading it',
	unreadable: 'can be read now',
	following: 'exists again',
	ended: 'can be read now',
};

/** The last report about a path. */
type Reported = {
	/** The last reported problem, or undefined. */
	problem: string | undefined;
	/** The message to print when the problem ends. */
	recovery: string;
	/** Start of a problem that wasn't reported yet, by `performance.now()`. */
	since: number | undefined;
};

/** Reports which followed paths can't be read, and when they can be read again, each change once. */
export class PathReporter {
	readonly #given: ReadonlySet<string>;
	readonly #report: (text: string) => void;
	readonly #maxRotationTime: number;
	readonly #paths = new Map<string, Reported>();

	/**
	 * @param given Followed paths as the user gave them. A file that was found in a directory may be deleted without a report.
	 * @param report Receives a line that isn't sanitised.
	 * @param rotation Minimum duration of a later problem, in ms.
	 */
	constructor(given: readonly string[], report: (text: string) => void, rotation = maxRotationTime) {
		this.#given = new Set(given);
		this.#report = report;
		this.#maxRotationTime = rotation;
	}

	/**
	 * Reports changes since the last call. Returns the delay until the next call in ms, if no change happens before.
	 * @param notices Notices that were already printed, such as a disk error.
	 */
	reportChanges(
		states: readonly PathState[],
		notices: ReadonlyArray<Pick<Notice, 'path' | 'text'>>,
	): number | undefined {
		let next: number | undefined;
		for (const state of states) {
			const wait = this.#reportOne(state, notices);
			next = wait === undefined ? next : Math.min(wait, next ?? wait);
		}
		const paths = new Set(states.map(({path}) => path));
		for (const [path, {problem}] of this.#paths) {
			if (!paths.has(path)) {
				this.#paths.delete(path);
				// `states` contains a directory or pattern only while it has no logs.
				if (problem !== undefined && this.#given.has(path)) {
					this.#report(`${path}: has logs now, which are read`);
				}
			}
		}
		return next;
	}

	#reportOne(
		{path, state, problem, isOver}: PathState,
		notices: ReadonlyArray<Pick<Notice, 'path' | 'text'>>,
	): number | undefined {
		if (state === 'waiting' && (problem === undefined || !this.#given.has(path))) {
			// Not polled yet, or deleted by rotation.
			return undefined;
		}
		const reported = this.#paths.get(path);
		if (problem === undefined || problem === reported?.problem) {
			if (problem === undefined && reported?.problem !== undefined) {
				this.#report(`${path}: ${reported.recovery}`);
			}
			this.#paths.set(path, {problem, recovery: reported?.recovery ?? '', since: undefined});
			return undefined;
		}
		if (notices.some(notice => notice.path === path && notice.text.startsWith(problem))) {
			// The notice reported the problem, but its end must still be reported.
			this.#paths.set(path, {problem, recovery: recoveries[state], since: undefined});
			return undefined;
		}
		const now = performance.now();
		const since = reported?.since ?? now;
		// An ended log won't change.
		const wait = reported === undefined || isOver ? 0 : since + this.#maxRotationTime - now;
		if (reported !== undefined && wait > 0) {
			reported.since = since;
			return wait;
		}
		this.#report(`${path}: ${problem}`);
		this.#paths.set(path, {problem, recovery: recoveries[state], since: undefined});
		return undefined;
	}
}

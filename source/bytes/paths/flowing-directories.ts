import type {FollowSettings} from '../follow-settings.js';

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

import type {FollowListener} from './follow-types.js';
import type {LogFile} from './log-file.js';

/**
 * Hands calls on to the listener in their order, each from the microtask queue: so never from within a call
 * into this stage, and none after `stop`.
 */
export class Deliveries implements FollowListener {
	readonly #listener: FollowListener;
	#stopped = false;
	#changed = false;
	#files = 0;

	constructor(listener: FollowListener) {
		this.#listener = listener;
	}

	/** The id for the next file. */
	nextId(): number {
		return this.#files++;
	}

	opened(file: LogFile): void {
		this.#later(() => this.#listener.opened(file));
	}

	grown(file: LogFile): void {
		this.#later(() => this.#listener.grown(file));
	}

	ended(file: LogFile): void {
		this.#later(() => this.#listener.ended(file));
	}

	notice(notice: {readonly path: string; readonly text: string}): void {
		const time = Date.now();
		this.#later(() => this.#listener.notice({time, ...notice}));
	}

	changed(): void {
		if (!this.#changed) {
			this.#changed = true;
			this.#later(() => {
				this.#changed = false;
				this.#listener.changed();
			});
		}
	}

	stop(): void {
		this.#stopped = true;
	}

	#later(call: () => void): void {
		queueMicrotask(() => {
			if (!this.#stopped) {
				call();
			}
		});
	}
}

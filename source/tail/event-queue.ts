import type {LogFile} from './log-file.js';
import type {TailListener} from './tail-types.js';

/**
 * Passes calls on to the listener, in order. Each call runs in a microtask: never inside a call into the tail, and not after
 * `stop`.
 */
export class EventQueue implements TailListener {
	readonly #listener: TailListener;
	#stopped = false;
	#changed = false;
	#files = 0;
	readonly #ended = new WeakSet<LogFile>();

	constructor(listener: TailListener) {
		this.#listener = listener;
	}

	/** Returns the id for the next file. */
	nextId(): number {
		return this.#files++;
	}

	opened(file: LogFile): void {
		this.#later(() => this.#listener.opened(file));
	}

	/** Does nothing once the file has ended. */
	grown(file: LogFile): void {
		if (this.#ended.has(file)) {
			return;
		}
		this.#later(() => this.#listener.grown(file));
	}

	/** Only the first call for a file counts. */
	ended(file: LogFile): void {
		if (this.#ended.has(file)) {
			return;
		}
		this.#ended.add(file);
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

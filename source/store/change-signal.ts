import {Listeners} from '../listeners.js';

/** Notifies listeners of changes in the next turn of the event loop, once for many changes. */
export class ChangeSignal {
	readonly #listeners = new Listeners();
	readonly #waiting = new Set<() => void>();
	#isDue = false;

	/** Adds a listener. Returns a function that removes it. */
	subscribe(listener: () => void): () => void {
		// The same function may be subscribed twice.
		return this.#listeners.add(() => listener());
	}

	/** Reports a change. */
	changed(): void {
		if (this.#isDue) {
			return;
		}
		this.#isDue = true;
		setImmediate(() => {
			this.#isDue = false;
			this.#wake();
			this.#listeners.notify();
		});
	}

	/** Resolves at the next change, or when the signal is closed. Rejects with the reason of `signal`. */
	async next(signal?: AbortSignal): Promise<void> {
		signal?.throwIfAborted();
		let stopWaiting = (): void => {};
		try {
			await new Promise<void>((resolve, reject) => {
				const abort = (): void => reject(signal?.reason);
				this.#waiting.add(resolve);
				signal?.addEventListener('abort', abort, {once: true});
				stopWaiting = () => {
					this.#waiting.delete(resolve);
					signal?.removeEventListener('abort', abort);
				};
			});
		} finally {
			stopWaiting();
		}
	}

	/** Removes all listeners and resolves pending calls of `next`. */
	close(): void {
		this.#listeners.clear();
		this.#wake();
	}

	#wake(): void {
		for (const resolve of this.#waiting) {
			resolve();
		}
	}
}

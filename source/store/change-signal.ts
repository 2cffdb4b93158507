import {Listeners} from '../listeners.js';

/** Tells listeners that something has changed: in the next turn of the event loop, once for many changes. */
export class ChangeSignal {
	readonly #listeners = new Listeners();
	readonly #waiting = new Set<() => void>();
	#isDue = false;

	/** Calls the listener from now on. Returns the function that ends it. */
	subscribe(listener: () => void): () => void {
		// The same function may be subscribed twice.
		return this.#listeners.add(() => listener());
	}

	/** Something has changed. */
	changed(): void {
		if (this.#isDue) {
			return;
		}
		this.#isDue = true;
		setImmediate(() => {
			this.#isDue = false;
			this.#wake();
			this.#listeners.tell();
		});
	}

	/** Resolves at the next change, or when nobody is told any more. Rejects with the signal's reason. */
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

	/** Tells nobody any more. */
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

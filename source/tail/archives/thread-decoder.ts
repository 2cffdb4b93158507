import type {Worker} from 'node:worker_threads';
import {threadOf} from '../../start/parts.js';
import type {Compression, Decoder, DecodingFailure} from './compression.js';
import type {DecodingAnswer, DecodingJob} from './decoding-thread.js';

/** Maximum size of the young generation of the thread's heap, in MB: it allocates hardly any objects. */
const youngGeneration = 2;

/** Maximum number of pieces decoded ahead: the thread decodes the next one while the previous is consumed. */
const maxAhead = 2;

/** Time that the idle thread is kept, in ms: a further stream often follows. */
const idleTime = 1000;

let ids = 0;
function nextId(): number {
	return ids++;
}

/** The decoding thread, shared by all archives. It starts on demand and ends when idle. */
class DecodingThread {
	#worker: Worker | undefined;
	/** The worker that has begun each compressed stream. A different worker can't continue it. */
	readonly #begun = new Map<number, Worker>();
	/** Callbacks that wait for an answer, by id of the text. */
	readonly #waiting = new Map<number, (answer: DecodingAnswer) => void>();
	#timer: NodeJS.Timeout | undefined;

	/**
	 * @param given Buffers to transfer.
	 * @param heard Called with the answer of the thread, or with a failure if it can't answer.
	 */
	ask(job: DecodingJob, given: readonly ArrayBuffer[], heard: (answer: DecodingAnswer) => void): void {
		clearTimeout(this.#timer);
		this.#waiting.set(job.id, heard);
		try {
			this.#worker ??= this.#start();
			const worker = this.#begun.get(job.id) ?? this.#worker;
			this.#begun.set(job.id, worker);
			if (worker === this.#worker) {
				// The worker keeps the process alive only while a caller waits.
				worker.ref();
				worker.postMessage(job, given);
				return;
			}
		} catch {
			// The system doesn't permit another thread.
		}
		queueMicrotask(() => this.#heard({id: job.id, kind: 'failed', failure: 'unsupported'}));
	}

	close(id: number): void {
		this.#waiting.delete(id);
		const worker = this.#begun.get(id);
		this.#begun.delete(id);
		if (worker === undefined || worker !== this.#worker) {
			return;
		}
		const job: DecodingJob = {id, kind: 'close'};
		worker.postMessage(job);
		this.#rest();
		if (this.#begun.size === 0) {
			clearTimeout(this.#timer);
			this.#timer = setTimeout(() => this.#stop(), idleTime).unref();
		}
	}

	#start(): Worker {
		const worker = threadOf('tail/archives/decoding-thread', {
			resourceLimits: {maxYoungGenerationSizeMb: youngGeneration},
		});
		worker.on('message', (answer: DecodingAnswer) => this.#heard(answer));
		const broke = (): void => {
			if (worker === this.#worker) {
				this.#worker = undefined;
				for (const id of [...this.#waiting.keys()]) {
					this.#heard({id, kind: 'failed', failure: 'unsupported'});
				}
			}
		};
		worker.on('error', broke);
		worker.on('exit', broke);
		return worker;
	}

	#stop(): void {
		const worker = this.#worker;
		this.#worker = undefined;
		void worker?.terminate();
	}

	#heard(answer: DecodingAnswer): void {
		const heard = this.#waiting.get(answer.id);
		this.#waiting.delete(answer.id);
		this.#rest();
		heard?.(answer);
	}

	#rest(): void {
		if (this.#waiting.size === 0) {
			this.#worker?.unref();
		}
	}
}

const thread = new DecodingThread();

/** Decodes compressions that Node doesn't support, in a separate thread. */
export class ThreadDecoder implements Decoder {
	readonly isExact: boolean;
	readonly #id = nextId();
	readonly #compression: Compression;
	readonly #pieces: Uint8Array[] = [];
	/** True while a request to the thread is unanswered. */
	#isAsked = false;
	/** True if the decoder needs more input. */
	#isHungry = true;
	#hasEnded = false;
	#failure: DecodingFailure | undefined;
	#taken = 0;
	#isClosed = false;
	#wake: () => void = () => {};

	constructor(compression: Compression) {
		this.#compression = compression;
		// After a failure, zstd's library doesn't report the output that it has already written.
		this.isExact = compression !== 'zstd';
	}

	get hasEnded(): boolean {
		return this.#hasEnded && this.#pieces.length === 0;
	}

	get failure(): DecodingFailure | undefined {
		return this.#pieces.length === 0 ? this.#failure : undefined;
	}

	get taken(): number {
		return this.#taken;
	}

	async next(): Promise<Uint8Array | undefined> {
		while (!this.#isClosed) {
			const piece = this.#pieces.shift();
			this.#askForMore();
			if (piece !== undefined) {
				return piece;
			}
			if (!this.#isAsked) {
				return undefined;
			}
			await new Promise<void>(resolve => {
				this.#wake = resolve;
			});
		}
		return undefined;
	}

	write(bytes: Uint8Array): void {
		this.#isHungry = false;
		// Copied, because a transferred buffer becomes unusable.
		const copy = new Uint8Array(bytes);
		this.#ask({id: this.#id, kind: 'write', compression: this.#compression, bytes: copy}, [copy.buffer]);
	}

	/** Does nothing: the thread already decodes all of its input. */
	end(): void {}

	close(): void {
		this.#isClosed = true;
		this.#pieces.length = 0;
		thread.close(this.#id);
		this.#wake();
	}

	#askForMore(): void {
		const isOver = this.#hasEnded || this.#failure !== undefined;
		if (!this.#isAsked && !this.#isHungry && !isOver && this.#pieces.length < maxAhead) {
			this.#ask({id: this.#id, kind: 'more'});
		}
	}

	#ask(job: DecodingJob, given: readonly ArrayBuffer[] = []): void {
		this.#isAsked = true;
		thread.ask(job, given, answer => this.#heard(answer));
	}

	#heard(answer: DecodingAnswer): void {
		this.#isAsked = false;
		switch (answer.kind) {
			case 'piece':
				this.#pieces.push(answer.piece);
				break;
			case 'hungry':
				this.#isHungry = true;
				break;
			case 'ended':
				this.#hasEnded = true;
				this.#taken = answer.taken;
				break;
			case 'failed':
				this.#failure = answer.failure;
				break;
		}
		this.#askForMore();
		this.#wake();
	}
}

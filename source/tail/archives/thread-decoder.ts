import type {Worker} from 'node:worker_threads';
import type {Compression, Decoder, DecodingFailure} from './compression.js';
import type {DecodingAnswer, DecodingJob} from './decoding-thread.js';

/** How the names of the files end that threads run, where they are bundled: CommonJS, which Node loads 10 ms sooner. */
declare const threadEnding: string | undefined;
const threadFile = `decoding-thread.${typeof threadEnding === 'undefined' ? 'js' : threadEnding}`;

/** What the young generation of the thread's heap may take, MB: it makes hardly any objects. */
const youngGeneration = 2;

/** So much is decoded ahead: while a piece is taken, the thread decodes the next. */
const maxAhead = 2;

/** For so long the thread stays when nothing is decoded, milliseconds: a text is often followed by another. */
const idleTime = 1000;

let ids = 0;
function nextId(): number {
	return ids++;
}

/** The thread that decodes, for all archives: it is started when it is needed, and ends when it isn't any more. */
class DecodingThread {
	#worker: Worker | undefined;
	/** The worker that has begun each text: another one can't go on with it. */
	readonly #begun = new Map<number, Worker>();
	/** Who waits for an answer, by the number of the text. */
	readonly #waiting = new Map<number, (answer: DecodingAnswer) => void>();
	#timer: NodeJS.Timeout | undefined;

	/** @param heard Called with what the thread answers, and with a failure where there is none. */
	ask(job: DecodingJob, given: readonly ArrayBuffer[], heard: (answer: DecodingAnswer) => void): void {
		clearTimeout(this.#timer);
		this.#waiting.set(job.id, heard);
		try {
			this.#worker ??= this.#start();
			const worker = this.#begun.get(job.id) ?? this.#worker;
			this.#begun.set(job.id, worker);
			if (worker === this.#worker) {
				// Only while somebody waits, it keeps the process.
				worker.ref();
				worker.postMessage(job, given);
				return;
			}
		} catch {
			// There is no leave to start one.
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
		const threads = process.getBuiltinModule('node:worker_threads');
		const worker = new threads.Worker(new URL(threadFile, import.meta.url), {
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

/** Decodes in a thread of its own what Node doesn't decode. */
export class ThreadDecoder implements Decoder {
	readonly isExact: boolean;
	readonly #id = nextId();
	readonly #compression: Compression;
	readonly #pieces: Uint8Array[] = [];
	/** The thread has been asked for more, and hasn't answered. */
	#isAsked = false;
	/** It has said that it takes more input to go on. */
	#isHungry = true;
	#hasEnded = false;
	#failure: DecodingFailure | undefined;
	#taken = 0;
	#isClosed = false;
	#wake: () => void = () => {};

	constructor(compression: Compression) {
		this.#compression = compression;
		// zstd's library doesn't say what it has written when it fails.
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
		// Copied: what is given away can't be used any more.
		const copy = new Uint8Array(bytes);
		this.#ask({id: this.#id, kind: 'write', compression: this.#compression, bytes: copy}, [copy.buffer]);
	}

	/** What was written has been decoded as far as it goes. */
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

import {parentPort} from 'node:worker_threads';
import type {instantiate} from '../../../build/wasm/archives.js';
import {type ExportsOf, readCode} from '../../wasm/web-assembly.js';
import {type Compression, type DecodingFailure, inputSize} from './compression.js';

/** A request about the text with that id. The thread answers every kind except `close`. */
export type DecodingJob =
	| {
			readonly id: number;
			readonly kind: 'write';
			readonly compression: Compression;
			/** At most `inputSize` bytes. All earlier input must have been decoded. */
			readonly bytes: Uint8Array;
	  }
	| {readonly id: number; readonly kind: 'more' | 'close'};

/** The result of a decoding step. `taken`: number of written bytes that belong to the text. */
export type DecodingAnswer = {readonly id: number} & (
	| {readonly kind: 'piece'; readonly piece: Uint8Array<ArrayBuffer>}
	| {readonly kind: 'hungry'}
	| {readonly kind: 'ended'; readonly taken: number}
	| {readonly kind: 'failed'; readonly failure: DecodingFailure}
);

type Decoded = DecodingAnswer extends infer Answer
	? Answer extends unknown
		? Omit<Answer, 'id'>
		: never
	: never;

type Text = {
	write(bytes: Uint8Array): void;
	/** Decodes a piece. Returns a copy of the bytes. */
	decode(): Decoded;
};

/** The exports of `assembly/index.ts`, which documents them. */
type OwnExports = ExportsOf<Awaited<ReturnType<typeof instantiate>>>;

/** Keys are the status numbers of `assembly/output.ts`. */
const failures: {readonly [status: number]: DecodingFailure} = {
	3: 'damaged',
	4: 'checksum',
	5: 'other',
	6: 'window',
	7: 'unsupported',
};

/** A bzip2 or xz text. Each has a separate WebAssembly instance, so its memory is freed when the text ends. */
class OwnText implements Text {
	static #newExports: (() => unknown) | undefined;
	readonly #exports: OwnExports;

	constructor(compression: 'bzip2' | 'xz') {
		OwnText.#newExports ??= readCode('tail/archives/archives.wasm');
		this.#exports = OwnText.#newExports() as OwnExports;
		this.#exports.open(compression === 'xz');
	}

	write(bytes: Uint8Array): void {
		const {memory} = this.#exports;
		const inputAddress = this.#exports.inputAddress();
		new Uint8Array(memory.buffer).set(bytes, inputAddress);
		this.#exports.written(bytes.length);
	}

	decode(): Decoded {
		const {memory, pieceStart, pieceEnd} = this.#exports;
		const status = this.#exports.decode();
		switch (status) {
			case 0:
				return {kind: 'hungry'};
			case 1:
				return {kind: 'piece', piece: new Uint8Array(memory.buffer.slice(pieceStart.value, pieceEnd.value))};
			case 2:
				return {kind: 'ended', taken: this.#exports.taken()};
			default:
				return {kind: 'failed', failure: failures[status] ?? 'damaged'};
		}
	}
}

/** Exports of zstd's library, see https://facebook.github.io/zstd/zstd_manual.html. */
type ZstdExports = {
	readonly memory: {readonly buffer: ArrayBuffer};
	malloc(size: number): number;
	ZSTD_createDCtx(): number;
	ZSTD_decompressStream(context: number, output: number, input: number): number;
};

const zstdPieceSize = 256 * 1024;

/** Keys are the error numbers of zstd_errors.h. */
const zstdFailures: {readonly [code: number]: DecodingFailure} = {
	10: 'other',
	16: 'window',
	22: 'checksum',
	32: 'unsupported',
	64: 'window',
};

/** Negative results above -`maxZstdErrors` are error codes. */
const maxZstdErrors = 120;

/** A zstd text, for Node versions without zstd. */
class ZstdText implements Text {
	static #newExports: (() => unknown) | undefined;
	readonly #exports: ZstdExports;
	readonly #context: number;
	/** Addresses of the `ZSTD_outBuffer` and the `ZSTD_inBuffer`: an address, a size and a position each. */
	readonly #output: number;
	readonly #input: number;
	readonly #inputBytes: number;
	readonly #outputBytes: number;
	#written = 0;
	#taken = 0;
	#isFull = false;
	#hasEnded = false;

	constructor() {
		ZstdText.#newExports ??= readCode('tail/archives/zstd.wasm', {
			env: {emscripten_notify_memory_growth() {}},
		});
		const exports = ZstdText.#newExports() as ZstdExports;
		this.#exports = exports;
		this.#context = exports.ZSTD_createDCtx();
		this.#inputBytes = exports.malloc(inputSize);
		this.#outputBytes = exports.malloc(zstdPieceSize);
		this.#output = exports.malloc(12);
		this.#input = exports.malloc(12);
	}

	write(bytes: Uint8Array): void {
		const {buffer} = this.#exports.memory;
		new Uint8Array(buffer).set(bytes, this.#inputBytes);
		new Uint32Array(buffer, this.#input, 3).set([this.#inputBytes, bytes.length, 0]);
		this.#written = bytes.length;
	}

	decode(): Decoded {
		for (;;) {
			if (this.#hasEnded) {
				return {kind: 'ended', taken: this.#taken};
			}
			const {memory} = this.#exports;
			const before = new Uint32Array(memory.buffer, this.#input, 3)[2] ?? 0;
			if (before === this.#written && !this.#isFull) {
				return {kind: 'hungry'};
			}
			new Uint32Array(memory.buffer, this.#output, 3).set([this.#outputBytes, zstdPieceSize, 0]);
			const result = this.#exports.ZSTD_decompressStream(this.#context, this.#output, this.#input) | 0;
			if (result < 0 && result > -maxZstdErrors) {
				return {kind: 'failed', failure: zstdFailures[-result] ?? 'damaged'};
			}
			const after = new Uint32Array(memory.buffer, this.#input, 3)[2] ?? 0;
			const length = new Uint32Array(memory.buffer, this.#output, 3)[2] ?? 0;
			this.#taken += after - before;
			this.#isFull = length === zstdPieceSize;
			this.#hasEnded = result === 0;
			if (length > 0) {
				const start = this.#outputBytes;
				return {kind: 'piece', piece: new Uint8Array(memory.buffer.slice(start, start + length))};
			}
		}
	}
}

const texts = new Map<number, Text>();

function openText(compression: Compression): Text {
	if (compression === 'gzip') {
		throw new TypeError('Node decodes that');
	}
	return compression === 'zstd' ? new ZstdText() : new OwnText(compression);
}

function decode(job: Exclude<DecodingJob, {readonly kind: 'close'}>): Decoded {
	let text = texts.get(job.id);
	if (job.kind === 'write') {
		text ??= openText(job.compression);
		texts.set(job.id, text);
		text.write(job.bytes);
	}
	return text?.decode() ?? {kind: 'failed', failure: 'damaged'};
}

function answer(id: number, decoded: Decoded): void {
	parentPort?.postMessage({id, ...decoded}, decoded.kind === 'piece' ? [decoded.piece.buffer] : []);
}

parentPort?.on('message', (job: DecodingJob) => {
	if (job.kind === 'close') {
		texts.delete(job.id);
		return;
	}
	try {
		answer(job.id, decode(job));
	} catch {
		// The address space doesn't suffice for another WebAssembly memory.
		answer(job.id, {kind: 'failed', failure: 'unsupported'});
	}
});

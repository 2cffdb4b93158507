import type {LogFile} from '../log-file.js';
import {type Compression, type Decoder, type DecodingFailure, inputSize} from './compression.js';
import {ThreadDecoder} from './thread-decoder.js';
import {openStream, ZlibDecoder} from './zlib-decoder.js';

/** By how much less is written at a time to come closer to a damage. */
const closer = 256;

/** Why an archive can't be read on. `trailing`: what stands behind its end isn't compressed in that way. */
export type Damage = Exclude<DecodingFailure, 'other'> | 'trailing';

/**
 * Decodes a file that is compressed, from its beginning on, one piece for each call. Where the file ends for now, it
 * goes on when the file has grown. An archive may consist of several compressed texts, one after the other.
 */
export class ArchiveReader {
	readonly compression: Compression;
	readonly #source: Pick<LogFile, 'read' | 'size'>;
	#decoder: Decoder | undefined;
	#input: Uint8Array | undefined;
	/** Where what the decoder decodes begins. */
	#textStart = 0;
	/** The compressed byte that is written to the decoder next. */
	#position = 0;
	/** Where what was written to it last begins. */
	#inputStart = 0;
	/** Bytes decoded of this text and handed out. */
	#given = 0;
	/** Bytes that the decoder will decode once more, because it had to start again. */
	#again = 0;
	/** Around a damage less is written at a time, from here on. */
	#carefulFrom = Number.POSITIVE_INFINITY;
	#carefulSize = inputSize;
	#hasText = false;
	/** It was found to end in the middle: to go on it has to start again. */
	#isCut = false;
	/** All that there was for now has been handed out. */
	#isExhausted = false;
	#damage: Damage | undefined;
	#isClosed = false;

	constructor(source: Pick<LogFile, 'read' | 'size'>, compression: Compression) {
		this.#source = source;
		this.compression = compression;
	}

	/** Compressed bytes read. */
	get position(): number {
		return this.#position;
	}

	/** Why it can't be read on; undefined while it can. */
	get damage(): Damage | undefined {
		return this.#damage;
	}

	/** Resolves with the next piece, undefined when there is none for now, or never. */
	async next(): Promise<Uint8Array | undefined> {
		if (this.#isCut && this.#source.size > this.#position) {
			this.#isCut = false;
			this.#restart();
		}

		this.#isExhausted = false;

		while (this.#damage === undefined && !this.#isClosed && !this.#isCut) {
			const decoder = this.#decoder;
			const piece = await decoder?.next();
			if (this.#isClosed) {
				break;
			}

			if (piece !== undefined) {
				const rest = piece.subarray(Math.min(this.#again, piece.length));
				this.#again -= piece.length - rest.length;
				this.#given += rest.length;
				this.#hasText ||= rest.length > 0;
				if (rest.length > 0) {
					return rest;
				}
			} else if (decoder?.failure !== undefined) {
				this.#failed(decoder, decoder.failure);
			} else if (decoder?.hasEnded) {
				this.#textEnded(decoder);
			} else if (!(await this.#feed())) {
				this.#isExhausted = true;
				return undefined;
			}
		}

		return undefined;
	}

	/**
	 * Whether the archive, read as far as it goes, is complete: doesn't end in the middle. It goes on after that when
	 * the file grows, but may have to start again for it.
	 */
	async isComplete(): Promise<boolean> {
		const decoder = this.#decoder;
		if (decoder === undefined || !this.#isExhausted) {
			return !this.#isCut;
		}

		decoder.end();
		// What was to be decoded has been: there is nothing but the end.
		await decoder.next();
		if (this.#decoder !== decoder) {
			return false;
		}

		if (decoder.hasEnded) {
			this.#textEnded(decoder);
			return true;
		}

		this.#isCut = true;
		this.#letGo();
		return false;
	}

	close(): void {
		this.#isClosed = true;
		this.#letGo();
	}

	/** False when there is nothing to write. */
	async #feed(): Promise<boolean> {
		const {size} = this.#source;
		const isCareful = this.#position >= this.#carefulFrom;
		const upTo = isCareful ? this.#position + this.#carefulSize : this.#carefulFrom;
		const room = Math.min(inputSize, size - this.#position, upTo - this.#position);
		if (room <= 0) {
			return false;
		}

		this.#input ??= new Uint8Array(inputSize);
		const input = this.#input;
		const length = await this.#source.read(input.subarray(0, room), this.#position);
		if (length === 0 || this.#isClosed) {
			return false;
		}

		if (this.#decoder === undefined) {
			if (this.#textStart > 0 && input[0] === 0) {
				// Zeros after the end fill up the last block, on a tape for instance; of xz another text may follow.
				const zeros = input.subarray(0, length).findIndex(byte => byte !== 0);
				this.#position += zeros === -1 ? length : zeros;
				this.#textStart = this.#position;
				return true;
			}

			this.#decoder = openDecoder(this.compression);
		}

		this.#decoder.write(input.subarray(0, length));
		this.#inputStart = this.#position;
		this.#position += length;
		return true;
	}

	/** What follows may be another. */
	#textEnded(decoder: Decoder): void {
		this.#letGo();
		this.#textStart += decoder.taken;
		this.#position = this.#textStart;
		this.#given = 0;
	}

	#failed(decoder: Decoder, failure: DecodingFailure): void {
		const isCloser = this.#inputStart >= this.#carefulFrom;
		if (!decoder.isExact && (!isCloser || this.#carefulSize > 1)) {
			// Pieces decoded before the damage went with the failure: once more, and less at a time.
			this.#carefulSize = Math.ceil((isCloser ? this.#carefulSize : inputSize) / closer);
			this.#carefulFrom = this.#inputStart;
			this.#restart();
			return;
		}

		this.#damage = failure !== 'other' ? failure : this.#hasText ? 'trailing' : 'damaged';
		this.close();
	}

	#restart(): void {
		this.#letGo();
		this.#position = this.#textStart;
		this.#again = this.#given;
	}

	#letGo(): void {
		this.#decoder?.close();
		this.#decoder = undefined;
		this.#input = undefined;
	}
}

function openDecoder(compression: Compression): Decoder {
	const stream = openStream(compression);
	return stream === undefined ? new ThreadDecoder(compression) : new ZlibDecoder(stream);
}

/** gzip ends with the size of its text, modulo 2 to the power of 32: RFC 1952, 2.3.1. */
const sizeLength = 4;

/**
 * The size of its text that an archive notes, modulo 2 to the power of 32; of one that consists of several, that of the
 * last one's text. Undefined where it notes none: only of gzip it is always there, and easy to find.
 */
export async function storedSize(
	file: Pick<LogFile, 'read' | 'size'>,
	compression: Compression,
): Promise<number | undefined> {
	if (compression !== 'gzip') {
		return undefined;
	}

	const bytes = Buffer.alloc(sizeLength);
	const length = await file.read(bytes, Math.max(0, file.size - sizeLength));
	return length === sizeLength ? bytes.readUInt32LE() : undefined;
}

/** Decodes an archive to its end: how many bytes of text it holds, and whether its end is there and undamaged. */
export async function decodeToEnd(
	file: Pick<LogFile, 'read' | 'size'>,
	compression: Compression,
): Promise<{readonly size: number; readonly isWhole: boolean}> {
	const reader = new ArchiveReader(file, compression);
	let size = 0;
	for (let piece = await reader.next(); piece !== undefined; piece = await reader.next()) {
		size += piece.length;
	}

	const isWhole = reader.damage === undefined && (await reader.isComplete());
	reader.close();
	return {size, isWhole};
}

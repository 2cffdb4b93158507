import type {LogFile} from '../log-file.js';
import {type Compression, type Decoder, type DecodingFailure, inputSize} from './compression.js';
import {ThreadDecoder} from './thread-decoder.js';
import {openStream, ZlibDecoder} from './zlib-decoder.js';

/** Factor by which the input size shrinks when approaching a damaged byte. */
const closer = 256;

/** The reason why an archive can't be read further. `trailing`: its end is followed by bytes in another format. */
export type Damage = Exclude<DecodingFailure, 'other'> | 'trailing';

/**
 * Decodes a compressed file from its beginning, one piece per call. At the current end of the file it continues once the file
 * has grown. An archive may consist of several compressed streams in sequence.
 */
export class ArchiveReader {
	readonly compression: Compression;
	readonly #source: Pick<LogFile, 'read' | 'size'>;
	#decoder: Decoder | undefined;
	#input: Uint8Array | undefined;
	/** Offset in the file of the current compressed text. */
	#textStart = 0;
	/** Offset of the next compressed byte to write to the decoder. */
	#position = 0;
	/** Offset of the last input of the decoder. */
	#inputStart = 0;
	/** Number of decoded bytes of the current text that were returned. */
	#given = 0;
	/** Number of bytes to skip after a restart, because they were already returned. */
	#again = 0;
	/** Offset from which the decoder gets smaller inputs, because there is damage. */
	#carefulFrom = Number.POSITIVE_INFINITY;
	#carefulSize = inputSize;
	#hasText = false;
	/** True if the file ends in the middle of a compressed stream. To continue, the decoder must restart. */
	#isCut = false;
	/** True if all existing text has been returned. */
	#isExhausted = false;
	#damage: Damage | undefined;
	#isClosed = false;

	constructor(source: Pick<LogFile, 'read' | 'size'>, compression: Compression) {
		this.#source = source;
		this.compression = compression;
	}

	/** Number of compressed bytes read. */
	get position(): number {
		return this.#position;
	}

	/** The reason why it can't be read further; undefined while it can. */
	get damage(): Damage | undefined {
		return this.#damage;
	}

	/** Resolves with the next piece; undefined if there is no more text for now or for ever. */
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
	 * Returns true if the archive doesn't end in the middle of a compressed stream. Reading can continue when the file grows, but
	 * may have to restart.
	 */
	async isComplete(): Promise<boolean> {
		const decoder = this.#decoder;
		if (decoder === undefined || !this.#isExhausted) {
			return !this.#isCut;
		}
		decoder.end();
		// All input has been decoded, so this can only return the end.
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

	/** Writes the next input to the decoder. Returns false if there is no input. */
	async #feed(): Promise<boolean> {
		const {size} = this.#source;
		const isCareful = this.#position >= this.#carefulFrom;
		const upTo = isCareful ? this.#position + this.#carefulSize : this.#carefulFrom;
		const limit = Math.min(inputSize, size - this.#position, upTo - this.#position);
		if (limit <= 0) {
			return false;
		}
		this.#input ??= new Uint8Array(inputSize);
		const input = this.#input;
		const length = await this.#source.read(input.subarray(0, limit), this.#position);
		if (length === 0 || this.#isClosed) {
			return false;
		}
		if (this.#decoder === undefined) {
			if (this.#textStart > 0 && input[0] === 0) {
				// Zeros after the end are padding of the last block, for example on tapes. In xz files, a further stream may follow
				// them.
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

	/** A compressed stream ended. A further stream may follow. */
	#textEnded(decoder: Decoder): void {
		this.#letGo();
		this.#textStart += decoder.taken;
		this.#position = this.#textStart;
		this.#given = 0;
	}

	#failed(decoder: Decoder, failure: DecodingFailure): void {
		const isCloser = this.#inputStart >= this.#carefulFrom;
		if (!decoder.isExact && (!isCloser || this.#carefulSize > 1)) {
			// The failure dropped pieces that were decoded before the damage. Decode again with smaller inputs.
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

/** gzip ends with the size of its text modulo 2^32 (RFC 1952, 2.3.1), in this number of bytes. */
const sizeLength = 4;

/**
 * Returns the size of the uncompressed text, modulo 2^32, as stored in a gzip file. If the file consists of several compressed
 * streams, it is the size of the last one. Undefined if its bytes can't be read, and for other formats: only gzip always stores
 * the size, at a fixed position.
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

/** Decodes an archive to its end. Returns the number of bytes of text and whether its end exists and is undamaged. */
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

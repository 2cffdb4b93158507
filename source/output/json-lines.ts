import {closeBrace, newline} from '../ascii.js';
import type {FieldsJson} from '../entries/log-fields/fields-json.js';

/** Bytes of lines in a piece, and of its buffer. */
const fullAt = 1 << 16;
const pieceSize = 2 * fullAt;

/** Maximum number of UTF-8 bytes for a UTF-16 unit. */
const maxCharacterSize = 3;

const fieldsKey = Buffer.from(',"fields":');

/** Lines of JSON as UTF-8, in pieces of many lines: writing bytes takes less time than building strings. */
export class JsonLines {
	/** Buffers of all pieces. They are reused, because the system takes long to provide new memory. */
	readonly #buffers: Buffer[] = [];
	#buffer: Buffer = Buffer.alloc(0);
	#length = 0;
	#pieces: Uint8Array[] = [];

	/** Adds a line. */
	add(line: string): void {
		this.#begin(line.length * maxCharacterSize);
		this.#length += this.#buffer.write(line, this.#length);
	}

	/** Adds the line of an object, with the log fields of line number `index` as its last value. */
	addWithFields(line: string, {bytes, ends}: FieldsJson, index: number): void {
		const start = ends[index - 1] ?? 0;
		const end = ends[index] ?? 0;
		this.#begin(line.length * maxCharacterSize + fieldsKey.length + end - start + 1);
		const buffer = this.#buffer;
		let to = this.#length + buffer.write(line, this.#length);
		if (end > start) {
			to--;
			to += fieldsKey.copy(buffer, to);
			to += bytes.copy(buffer, to, start, end);
			buffer[to++] = closeBrace;
		}
		this.#length = to;
	}

	/** Removes and returns the lines, in pieces without a line end after the last line. The pieces are valid until lines are added. */
	take(): readonly Uint8Array[] {
		this.#end();
		const pieces = this.#pieces;
		this.#pieces = [];
		return pieces;
	}

	/** Begins a line of up to `size` bytes. */
	#begin(size: number): void {
		if (this.#length >= fullAt || this.#length + size + 1 > this.#buffer.length) {
			this.#end();
			const number = this.#pieces.length;
			const free = this.#buffers[number];
			this.#buffer =
				free !== undefined && size <= free.length ? free : Buffer.allocUnsafe(Math.max(pieceSize, size));
			this.#buffers[number] = this.#buffer;
		} else if (this.#length > 0) {
			this.#buffer[this.#length++] = newline;
		}
	}

	/** Ends the piece. */
	#end(): void {
		if (this.#length > 0) {
			this.#pieces.push(this.#buffer.subarray(0, this.#length));
			this.#length = 0;
			this.#buffer = Buffer.alloc(0);
		}
	}
}

import {type ViewedBytes, viewed} from './viewed-bytes.js';

const hexDigits = Buffer.from('0123456789abcdef');

/** So many bytes are copied by four at a time: a call into C++ takes as long as some hundred of them. */
const longestByHand = 512;

/** Writes values as ClickHouse has them in its binary formats, one after the other. Integers are little-endian. */
export class ByteWriter {
	#bytes: Buffer = Buffer.allocUnsafeSlow(1 << 12);
	#view = viewed(this.#bytes).view;
	#length = 0;

	/** Gives what was written away. */
	take(): Buffer {
		const taken = Buffer.from(this.#bytes.subarray(0, this.#length));
		this.#length = 0;
		return taken;
	}

	/** A number of one byte: also a Bool, and what says whether a value is there (0) or NULL (1). */
	byte(value: number): void {
		const place = this.#room(1);
		this.#bytes[place] = value;
	}

	int16(value: number): void {
		const place = this.#room(2);
		this.#view.setInt16(place, value, true);
	}

	uint16(value: number): void {
		const place = this.#room(2);
		this.#view.setUint16(place, value, true);
	}

	/** A whole number that a double holds exactly, in 64 bits. */
	int64(value: number): void {
		const place = this.#room(8);
		const high = Math.floor(value / 2 ** 32);
		this.#view.setInt32(place, (value - high * 2 ** 32) | 0, true);
		this.#view.setInt32(place + 4, high, true);
	}

	float64(value: number): void {
		const place = this.#room(8);
		this.#view.setFloat64(place, value, true);
	}

	/** The same bytes so many times. */
	repeated(bytes: Buffer, times: number): void {
		const place = this.#room(bytes.length * times);
		this.#bytes.fill(bytes, place, this.#length);
	}

	/** What stands in `bytes[start, end)`. */
	copied(bytes: Buffer, start: number, end: number): void {
		const place = this.#room(end - start);
		bytes.copy(this.#bytes, place, start, end);
	}

	/** Four words, as they stand somewhere. */
	words(words: Int32Array, from: number): void {
		const place = this.#room(16);
		for (let index = 0; index < 4; index++) {
			this.#view.setInt32(place + index * 4, words[from + index] ?? 0, true);
		}
	}

	/** A whole number under 2^52 as 13 hexadecimal digits. */
	hex13(value: number): void {
		let place = this.#room(13);
		const bytes = this.#bytes;
		const high = Math.floor(value / 2 ** 28);
		const low = value - high * 2 ** 28;
		for (let shift = 20; shift >= 0; shift -= 4) {
			bytes[place++] = hexDigits[(high >> shift) & 15] ?? 0;
		}
		for (let shift = 24; shift >= 0; shift -= 4) {
			bytes[place++] = hexDigits[(low >> shift) & 15] ?? 0;
		}
	}

	/** As many zeros. */
	zeros(count: number): void {
		let place = this.#room(count);
		const bytes = this.#bytes;
		for (let left = count; left > 0; left--) {
			bytes[place++] = 0;
		}
	}

	/** The bytes of a String. */
	string(text: ViewedBytes, start: number, end: number): void {
		const place = this.#beginText(text, start, end);
		if (place === -1) {
			return;
		}
		const view = this.#view;
		const shift = place - start;
		let from = start;
		for (; from + 4 <= end; from += 4) {
			view.setInt32(from + shift, text.view.getInt32(from, true), true);
		}
		for (; from < end; from++) {
			view.setUint8(from + shift, text.view.getUint8(from));
		}
	}

	/** The same of ASCII: eight of those bytes are never a number that isn't one, whose bytes may not be kept. */
	ascii(text: ViewedBytes, start: number, end: number): void {
		const place = this.#beginText(text, start, end);
		if (place === -1) {
			return;
		}
		const view = this.#view;
		const shift = place - start;
		let from = start;
		for (; from + 8 <= end; from += 8) {
			view.setFloat64(from + shift, text.view.getFloat64(from, true), true);
		}
		for (; from < end; from++) {
			view.setUint8(from + shift, text.view.getUint8(from));
		}
	}

	text(text: string): void {
		const bytes = viewed(Buffer.from(text));
		this.string(bytes, 0, bytes.bytes.length);
	}

	/** A length, in groups of seven bits. */
	size(value: number): void {
		let left = value;
		for (; left > 127; left >>>= 7) {
			this.byte((left & 127) | 128);
		}
		this.byte(left);
	}

	/** Writes a text's length, and the text if it is long: -1. Else returns where it is to be written. */
	#beginText(text: ViewedBytes, start: number, end: number): number {
		const length = end - start;
		this.size(length);
		const place = this.#room(length);
		if (length <= longestByHand) {
			return place;
		}
		text.bytes.copy(this.#bytes, place, start, end);
		return -1;
	}

	/** Makes room for so many bytes more. Returns where they are to be written. */
	#room(size: number): number {
		const place = this.#length;
		this.#length += size;
		if (this.#length > this.#bytes.length) {
			const larger = Buffer.allocUnsafeSlow(Math.max(this.#length, this.#bytes.length * 2));
			this.#bytes.copy(larger, 0, 0, place);
			this.#bytes = larger;
			this.#view = viewed(larger).view;
		}
		return place;
	}
}

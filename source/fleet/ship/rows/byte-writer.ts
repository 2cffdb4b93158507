const hexDigits = Buffer.from('0123456789abcdef');

/** Maximum length of a string that is copied in JavaScript. A call into C++ takes as long as copying a few hundred bytes. */
const maxCopiedHere = 512;

/** Bytes, and a view that reads and writes four of them at a time. */
export type ViewedBytes = {readonly bytes: Buffer; readonly view: DataView};

export function viewed(bytes: Buffer): ViewedBytes {
	return {
		bytes,
		view: new DataView(bytes.buffer, bytes.byteOffset, bytes.length),
	};
}

/** Writes values in sequence, in the encoding of ClickHouse's binary formats. Integers are little-endian. */
export class ByteWriter {
	#bytes: Buffer = Buffer.allocUnsafeSlow(1 << 12);
	#view = viewed(this.#bytes).view;
	#length = 0;

	/** Returns a copy of the written bytes and starts over in the same memory. */
	take(): Buffer {
		const taken = Buffer.from(this.#bytes.subarray(0, this.#length));
		this.#length = 0;
		return taken;
	}

	/** Writes a value of one byte, such as a Bool. */
	byte(value: number): void {
		const place = this.#reserve(1);
		this.#bytes[place] = value;
	}

	/** Writes the lowest 16 bits of an integer, signed or not. */
	int16(value: number): void {
		const place = this.#reserve(2);
		this.#view.setInt16(place, value, true);
	}

	/** Writes an integer in 64 bits. It must be exact as a double. */
	int64(value: number): void {
		const place = this.#reserve(8);
		const high = Math.floor(value / 2 ** 32);
		this.#view.setInt32(place, (value - high * 2 ** 32) | 0, true);
		this.#view.setInt32(place + 4, high, true);
	}

	float64(value: number): void {
		const place = this.#reserve(8);
		this.#view.setFloat64(place, value, true);
	}

	/** Writes an integer below 2^52 as 13 hexadecimal digits. */
	hex13(value: number): void {
		let place = this.#reserve(13);
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

	/** Writes bytes without their length. */
	fixed(bytes: Uint8Array): void {
		let place = this.#reserve(bytes.length);
		for (let index = 0; index < bytes.length; index++) {
			this.#bytes[place++] = bytes[index] ?? 0;
		}
	}

	zeros(count: number): void {
		let place = this.#reserve(count);
		for (let left = count; left > 0; left--) {
			this.#bytes[place++] = 0;
		}
	}

	/** Writes a String: the length and the bytes of `text[start, end)`. */
	string(text: ViewedBytes, start: number, end: number): void {
		this.size(end - start);
		const place = this.#reserve(end - start);
		if (end - start > maxCopiedHere) {
			text.bytes.copy(this.#bytes, place, start, end);
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

	/** Writes a JavaScript string as a String. */
	text(text: string): void {
		const {length} = text;
		const before = this.#length;
		this.size(length);
		let place = this.#reserve(length);
		let at = 0;
		for (let code = 0; at < length && length <= maxCopiedHere; at++) {
			code = text.charCodeAt(at);
			if (code > 127) {
				break;
			}
			this.#bytes[place++] = code;
		}
		if (at < length) {
			this.#length = before;
			const size = Buffer.byteLength(text);
			this.size(size);
			this.#bytes.write(text, this.#reserve(size));
		}
	}

	/** Writes a length in groups of seven bits. */
	size(value: number): void {
		let left = value;
		for (; left > 127; left >>>= 7) {
			this.byte((left & 127) | 128);
		}
		this.byte(left);
	}

	/** Reserves `size` bytes. Returns their offset. */
	#reserve(size: number): number {
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

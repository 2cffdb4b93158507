const hexDigits = Buffer.from('0123456789abcdef');

/** Writes values as ClickHouse has them in its binary formats, one after the other. Integers are little-endian. */
export class ByteWriter {
	#bytes = Buffer.allocUnsafeSlow(1 << 16);
	#length = 0;

	get length(): number {
		return this.#length;
	}

	/** Gives what was written away. */
	take(): Buffer {
		const taken = Buffer.from(this.#bytes.subarray(0, this.#length));
		this.#length = 0;
		return taken;
	}

	/** A number of one byte: also a Bool, and what says whether a value is there (0) or NULL (1). */
	byte(value: number): void {
		this.#room(1);
		this.#bytes[this.#length++] = value;
	}

	int16(value: number): void {
		this.#room(2);
		this.#length = this.#bytes.writeInt16LE(value, this.#length);
	}

	uint16(value: number): void {
		this.#room(2);
		this.#length = this.#bytes.writeUInt16LE(value, this.#length);
	}

	int32(value: number): void {
		this.#room(4);
		this.#length = this.#bytes.writeInt32LE(value, this.#length);
	}

	/** A whole number that a double holds exactly, in 64 bits. */
	int64(value: number): void {
		this.#room(8);
		const high = Math.floor(value / 2 ** 32);
		this.#bytes.writeInt32LE((value - high * 2 ** 32) | 0, this.#length);
		this.#length = this.#bytes.writeInt32LE(high, this.#length + 4);
	}

	float64(value: number): void {
		this.#room(8);
		this.#length = this.#bytes.writeDoubleLE(value, this.#length);
	}

	/** As many bytes as are always there. */
	fixed(bytes: Uint8Array): void {
		this.#room(bytes.length);
		for (let index = 0; index < bytes.length; index++) {
			this.#bytes[this.#length++] = bytes[index] ?? 0;
		}
	}

	/** A whole number under 2^52 as 13 hexadecimal digits. */
	hex13(value: number): void {
		this.#room(13);
		const high = Math.floor(value / 2 ** 28);
		const low = value - high * 2 ** 28;
		for (let shift = 20; shift >= 0; shift -= 4) {
			this.#bytes[this.#length++] = hexDigits[(high >> shift) & 15] ?? 0;
		}
		for (let shift = 24; shift >= 0; shift -= 4) {
			this.#bytes[this.#length++] = hexDigits[(low >> shift) & 15] ?? 0;
		}
	}

	/** As many zeros. */
	zeros(count: number): void {
		this.#room(count);
		for (let index = 0; index < count; index++) {
			this.#bytes[this.#length++] = 0;
		}
	}

	/** The bytes of a String. */
	string(bytes: Buffer, start: number, end: number): void {
		this.#room(end - start + 5);
		this.size(end - start);
		// A call into C++ takes longer than so few bytes.
		if (end - start > 64) {
			this.#length += bytes.copy(this.#bytes, this.#length, start, end);
			return;
		}
		for (let index = start; index < end; index++) {
			this.#bytes[this.#length++] = bytes[index] ?? 0;
		}
	}

	text(text: string): void {
		const bytes = Buffer.from(text);
		this.string(bytes, 0, bytes.length);
	}

	/** A length, in groups of seven bits. */
	size(value: number): void {
		this.#room(5);
		let left = value;
		for (; left > 127; left >>>= 7) {
			this.#bytes[this.#length++] = (left & 127) | 128;
		}
		this.#bytes[this.#length++] = left;
	}

	#room(size: number): void {
		if (this.#length + size > this.#bytes.length) {
			const larger = Buffer.allocUnsafeSlow(Math.max(this.#length + size, this.#bytes.length * 2));
			this.#bytes.copy(larger, 0, 0, this.#length);
			this.#bytes = larger;
		}
	}
}

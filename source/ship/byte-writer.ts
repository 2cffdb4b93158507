/** Writes values as ClickHouse's RowBinary has them, one after the other. Integers are little-endian. */
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

	/** A number of one byte: also what says whether a value follows (0) or is NULL (1), and a Bool. */
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
		this.#bytes.set(bytes, this.#length);
		this.#length += bytes.length;
	}

	/** As many characters of ASCII as are always there. */
	fixedText(text: string): void {
		this.#room(text.length);
		this.#length += this.#bytes.write(text, this.#length, 'latin1');
	}

	/** The bytes of a String. */
	string(bytes: Buffer, start: number, end: number): void {
		const length = end - start;
		this.#room(length + 5);
		this.#size(length);
		if (length < 32) {
			// A call into C++ takes longer than so few bytes.
			for (let index = start; index < end; index++) {
				this.#bytes[this.#length++] = bytes[index] ?? 0;
			}
		} else {
			this.#length += bytes.copy(this.#bytes, this.#length, start, end);
		}
	}

	/** A length, in groups of seven bits. */
	#size(value: number): void {
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

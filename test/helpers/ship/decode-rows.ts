/** A row as it is sent, read back. Numbers of 64 bits are given as such, texts as text. */
export type SentRow = Readonly<Record<string, unknown>>;

/** Reads one block of ClickHouse's format Native: as many rows as it says, and nothing after them. */
export function decodeRows(bytes: Buffer): readonly SentRow[] {
	if (bytes.length === 0) {
		return [];
	}
	const block = new Reader(bytes);
	const width = block.size();
	const count = block.size();
	const rows: Array<Record<string, unknown>> = Array.from({length: count}, () => ({}));
	for (let column = 0; column < width; column++) {
		const name = block.text();
		const values = block.column(block.text(), count);
		for (const [index, row] of rows.entries()) {
			row[name] = values[index];
		}
	}
	block.end();
	return rows;
}

class Reader {
	readonly #bytes: Buffer;
	#at = 0;

	constructor(bytes: Buffer) {
		this.#bytes = bytes;
	}

	size(): number {
		let size = 0;
		for (let shift = 0; ; shift += 7) {
			const byte = this.#bytes[this.#at++] ?? 0;
			size += (byte & 127) * 2 ** shift;
			if (byte < 128) {
				return size;
			}
		}
	}

	text(): string {
		return this.#take(this.size()).toString();
	}

	column(type: string, count: number): readonly unknown[] {
		const [, outer, inner = ''] = /^(LowCardinality|Nullable)\((.*)\)$/.exec(type) ?? [];
		if (outer === 'LowCardinality') {
			this.#keysVersion();
			return this.#keyed(inner, count);
		}
		if (type === 'Map(LowCardinality(String), String)') {
			return this.#maps(count);
		}
		if (outer === 'Nullable') {
			const nulls = this.#take(count);
			return Array.from({length: count}, (_, index) => {
				const value = this.#value(inner);
				return nulls[index] === 1 ? null : value;
			});
		}
		return Array.from({length: count}, () => this.#value(type));
	}

	end(): void {
		if (this.#at !== this.#bytes.length) {
			throw new Error(`${this.#bytes.length - this.#at} bytes too many`);
		}
	}

	#maps(count: number): readonly unknown[] {
		this.#keysVersion();
		const ends = Array.from({length: count}, () => this.#int64());
		const total = ends.at(-1) ?? 0;
		const names = total === 0 ? [] : this.#keyed('String', total);
		const values = names.map(() => this.text());
		return ends.map((end, row) => {
			const start = ends[row - 1] ?? 0;
			return Object.fromEntries(names.slice(start, end).map((name, index) => [name, values[start + index]]));
		});
	}

	#keysVersion(): void {
		const version = this.#int64();
		if (version !== 1) {
			throw new Error(`no dictionary: version ${version}`);
		}
	}

	#keyed(type: string, count: number): readonly unknown[] {
		const [flags, length] = [this.#int64(), this.#int64()];
		if (flags < 0x600 || flags > 0x602) {
			throw new Error(`no dictionary: ${flags}`);
		}
		const keys = Array.from({length}, () => this.text());
		if (this.#int64() !== count) {
			throw new Error('other rows');
		}
		const size = 1 << (flags - 0x600);
		return Array.from({length: count}, () => {
			const number = this.#take(size).readUIntLE(0, size);
			if (number >= length) {
				throw new Error(`no key ${number}`);
			}
			return number === 0 && type.startsWith('Nullable') ? null : keys[number];
		});
	}

	#value(type: string): unknown {
		switch (type.replace(/\(.*/, '')) {
			case 'Bool':
				return this.#take(1)[0] === 1;
			case 'Int16':
				return this.#take(2).readInt16LE();
			case 'UInt16':
				return this.#take(2).readUInt16LE();
			case 'UInt64':
			case 'DateTime64':
				return this.#take(8).readBigInt64LE();
			case 'Float64':
				return this.#take(8).readDoubleLE();
			case 'IPv6':
				return this.#take(16).toString('hex');
			case 'FixedString':
				return this.#take(13).toString('latin1');
			case 'String':
				return this.text();
			default:
				throw new Error(`no reader of ${type}`);
		}
	}

	#int64(): number {
		return Number(this.#take(8).readBigInt64LE());
	}

	#take(length: number): Buffer {
		if (this.#at + length > this.#bytes.length) {
			throw new Error('bytes are missing');
		}
		this.#at += length;
		return this.#bytes.subarray(this.#at - length, this.#at);
	}
}

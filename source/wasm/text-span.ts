import type {Kernel} from './kernel.js';

/** Markers of the layout of strings in memory: see `assembly/text-records.ts`. */
const shared = 128;
const long = 127;
const sharedHeader = 6;

/** Maximum length of a string that shares its beginning with another string. */
const maxSharedLength = 512;

/** A string in memory: `bytes[start, end)`. Reused, so that a lookup allocates no object. */
export class TextSpan {
	bytes: Buffer = Buffer.alloc(0);
	start = 0;
	end = 0;
	/** Buffer in which shared strings are assembled. */
	#buffer: Buffer | undefined;

	/**
	 * Sets the span to the string at an address in the kernel's memory. Valid until strings are added or `fill` is called again.
	 */
	fill(kernel: Kernel, address: number): void {
		const {bytes} = kernel;
		const head = bytes[address] ?? 0;
		if (head >= shared) {
			this.#putTogether(bytes, address, head - shared);
			return;
		}
		this.bytes = bytes;
		this.start = head < long ? address + 1 : address + 5;
		this.end = this.start + (head < long ? head : bytes.readUInt32LE(address + 1));
	}

	/** Assembles a string with a shared beginning. Its last `rest` bytes are part of the record at `address`. */
	#putTogether(bytes: Buffer, address: number, rest: number): void {
		this.#buffer ??= Buffer.allocUnsafe(maxSharedLength);
		const buffer = this.#buffer;
		const length = bytes[address + 1] ?? 0;
		const from = bytes.readUInt32LE(address + 2);
		// The strings are short, so a loop takes less time than a call.
		for (let index = 0; index < length; index++) {
			buffer[index] = bytes[from + index] ?? 0;
		}
		for (let index = 0; index < rest; index++) {
			buffer[length + index] = bytes[address + sharedHeader + index] ?? 0;
		}
		this.bytes = buffer;
		this.start = 0;
		this.end = length + rest;
	}
}

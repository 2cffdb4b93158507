import type {Kernel} from './kernel.js';

/** Of `assembly/text-records.ts`: how a text stands in memory. */
const shared = 128;
const long = 127;
const sharedHeader = 6;

/** A text that has its beginning from another one is no longer. */
const longestShared = 512;

/** A text in memory: `bytes[start, end)`. Filled anew and again, so that looking makes no object. */
export class TextSpan {
	bytes: Buffer = Buffer.alloc(0);
	start = 0;
	end = 0;
	/** Where texts are put together. */
	#room: Buffer | undefined;

	/** Takes the text at an address of the kernel's memory: good until texts come, or this is filled anew. */
	fill(kernel: Kernel, place: number): void {
		const {bytes} = kernel;
		const head = bytes[place] ?? 0;
		if (head >= shared) {
			this.#putTogether(bytes, place, head - shared);
			return;
		}
		this.bytes = bytes;
		this.start = head < long ? place + 1 : place + 5;
		this.end = this.start + (head < long ? head : bytes.readUInt32LE(place + 1));
	}

	/** The same of a text whose rest, of so many bytes, stands there, and its beginning elsewhere. */
	#putTogether(bytes: Buffer, place: number, rest: number): void {
		this.#room ??= Buffer.allocUnsafe(longestShared);
		const room = this.#room;
		const length = bytes[place + 1] ?? 0;
		const from = bytes.readUInt32LE(place + 2);
		// They are short: a loop takes less time than a call.
		for (let index = 0; index < length; index++) {
			room[index] = bytes[from + index] ?? 0;
		}
		for (let index = 0; index < rest; index++) {
			room[length + index] = bytes[place + sharedHeader + index] ?? 0;
		}
		this.bytes = room;
		this.start = 0;
		this.end = length + rest;
	}
}

import {decodeTextAt, type Escapes} from '../values/decode-text.js';
import {withoutMarks} from './log-value.js';
import {holdsOdd} from './stored-value.js';

/** Decodes the values of a line. Most are parts of one string, because a call of `toString` takes as long as ten such parts. */
export class LineText {
	#bytes: Buffer = Buffer.alloc(0);
	#start = 0;
	#end = 0;
	/** The line with one character per byte, once it is needed. */
	#text: string | undefined;

	/** Starts with the line `bytes[start, end)`. */
	begin(bytes: Buffer, start: number, end: number): void {
		this.#bytes = bytes;
		this.#start = start;
		this.#end = end;
		this.#text = undefined;
	}

	/** Returns the printed form of the value `bytes[from, to)`. */
	decode(from: number, to: number, escapes: Escapes): string {
		return this.#plain(from, to) ?? withoutMarks(decodeTextAt(this.#bytes, from, to, escapes));
	}

	/** Returns the name `bytes[from, to)`. */
	name(from: number, to: number): string {
		return this.#plain(from, to) ?? decodeTextAt(this.#bytes, from, to, 'json');
	}

	#plain(from: number, to: number): string | undefined {
		if (holdsOdd(this.#bytes, from, to, false)) {
			return undefined;
		}
		this.#text ??= this.#bytes.toString('latin1', this.#start, this.#end);
		return this.#text.slice(from - this.#start, to - this.#start);
	}
}

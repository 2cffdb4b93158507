import {decodeTextAt} from '../values/decode-text.js';
import {isListName, maxNameLength} from './log-value.js';

/** A name in lower case. All spellings of a name share one. */
export type FoldedName = {
	readonly text: string;
	/** True if nginx writes lists under the name. */
	readonly isListName: boolean;
	/** Number of the line in which the name was last seen, the index of its value there, and the array of the value. */
	line: number;
	index: number;
	array: number;
};

/** A name as logged. */
export type KnownName = {
	readonly text: string;
	/** Undefined if no value can have the name, because it is empty or too long. */
	readonly folded: FoldedName | undefined;
};

/** A key of an earlier object, with the bytes from its first character to its closing quote. */
type EarlierKey = {
	readonly outer: KnownName | undefined;
	readonly bytes: Uint8Array;
	readonly name: KnownName;
};

/** Limits of the memory: names, and keys of an object. */
const maxNames = 4096;
const maxKeys = 256;

/**
 * Names of earlier lines. The lines of a log have the same names, mostly in the same order, and comparing the bytes of a key with
 * those of the line before takes a fifth of the time of decoding it.
 */
export class Names {
	/** Length of the key that `key` found, without its quotes. */
	length = 0;
	readonly #names = new Map<string, KnownName>();
	readonly #folded = new Map<string, FoldedName>();
	readonly #keys: EarlierKey[] = [];
	/** Number of keys that differed from those in `#keys`. */
	#misses = 0;
	/** Index in `#keys` of the next key of the line. */
	#next = 0;
	/** Number of the line. */
	#line = 0;

	/** Starts a line. */
	begin(): void {
		this.#line++;
		this.#next = 0;
		if (this.#names.size > maxNames) {
			this.#names.clear();
			this.#folded.clear();
			this.#keys.length = 0;
		}
	}

	/** Returns a name as logged. */
	name(text: string): KnownName {
		let known = this.#names.get(text);
		if (known === undefined) {
			const folded = text.toLowerCase();
			known = {text, folded: folded === '' || folded.length > maxNameLength ? undefined : this.#fold(folded)};
			if (known.folded !== undefined) {
				this.#names.set(text, known);
			}
		}
		return known;
	}

	/**
	 * Returns the name of the value under the key whose content starts at `start`. Sets `length`. Call it for each key of a line.
	 *
	 * @param outer Name of the object; undefined for the whole line.
	 * @param keyEnd Returns the offset of the key's closing quote, or -1.
	 */
	key(
		outer: KnownName | undefined,
		bytes: Buffer,
		start: number,
		end: number,
		keyEnd: (bytes: Buffer, start: number, end: number) => number,
	): KnownName | undefined {
		const index = this.#next++;
		const earlier = index < this.#keys.length ? this.#keys[index] : undefined;
		if (earlier !== undefined && earlier.outer === outer && isAt(earlier.bytes, bytes, start, end)) {
			this.length = earlier.bytes.length - 1;
			return earlier.name;
		}
		const close = keyEnd(bytes, start, end);
		if (close === -1) {
			return undefined;
		}
		this.length = close - start;
		const name = this.#inner(outer, decodeTextAt(bytes, start, close, 'json'));
		// If lines of two kinds alternate, most keys differ, and storing each would take longer than decoding it.
		const isLearnt = index === this.#keys.length || (index < this.#keys.length && this.#misses++ % 8 === 0);
		if (isLearnt && index < maxKeys && name.folded !== undefined) {
			this.#keys[index] = {outer, bytes: Uint8Array.from(bytes.subarray(start, close + 1)), name};
		}
		return name;
	}

	/** Returns true if the line has had the name before. */
	isSeen({line}: FoldedName): boolean {
		return line === this.#line;
	}

	/** Notes the index of a name's value in the line. */
	see(name: FoldedName, index: number, array: number): void {
		name.line = this.#line;
		name.index = index;
		name.array = array;
	}

	#inner(outer: KnownName | undefined, key: string): KnownName {
		// A nested name isn't shorter. An empty name isn't too long, but its inner names begin with a dot.
		const isTooLong = outer !== undefined && outer.folded === undefined && outer.text !== '';
		return isTooLong ? outer : this.name(outer === undefined ? key : `${outer.text}.${key}`);
	}

	#fold(text: string): FoldedName {
		let folded = this.#folded.get(text);
		if (folded === undefined) {
			folded = {text, isListName: isListName(text), line: 0, index: 0, array: -1};
			this.#folded.set(text, folded);
		}
		return folded;
	}
}

/** Checks that `key` is at `start`, before `end`. */
function isAt(key: Uint8Array, bytes: Buffer, start: number, end: number): boolean {
	if (start + key.length > end) {
		return false;
	}
	let at = 0;
	while (at < key.length && key[at] === bytes[start + at]) {
		at++;
	}
	return at === key.length;
}

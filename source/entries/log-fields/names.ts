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
	/** The last part of the name, and the name of the object around the value. */
	readonly key: string;
	readonly outer: KnownName | undefined;
	/** Names in objects with this name, by their keys. */
	readonly inner: Map<string, KnownName>;
	/** Distinguishes most names, in hashes. */
	readonly number: number;
	/** The name as a key of JSON, with its colon, once it was printed: up to three spaces follow, so that four bytes are copied at once. */
	json: DataView | undefined;
	/** Number of bytes of `json` without these spaces. */
	jsonLength: number;
};

/** Checks that a value in an object has a name whose last part is `bytes[start, end)`. */
function isNameAt(
	{key, outer}: KnownName,
	bytes: Buffer,
	start: number,
	end: number,
	object: KnownName | undefined,
): boolean {
	let at = outer === object && key.length === end - start ? start : end + 1;
	while (at < end && bytes[at] === key.charCodeAt(at - start)) {
		at++;
	}
	return at === end;
}

/** Maximum number of stored names, to limit the memory. */
const maxNames = 4096;

/** Names of earlier lines: the lines of a log have the same names. */
export class Names {
	readonly #names = new Map<string, KnownName>();
	readonly #folded = new Map<string, FoldedName>();
	/** Names whose bytes need no decoding, by a hash of the bytes. A name replaces one with the same hash. */
	readonly #byHash = new Map<number, KnownName>();
	/** Number of stored names. */
	#size = 0;
	/** Number of the line. */
	#line = 0;

	/** Starts a line. Returns true if the names of earlier lines were removed. */
	begin(): boolean {
		this.#line++;
		const isFull = this.#size > maxNames;
		if (isFull) {
			this.#names.clear();
			this.#folded.clear();
			this.#byHash.clear();
			this.#size = 0;
		}
		return isFull;
	}

	/**
	 * Returns the name of a value whose own name is `bytes[start, end)`, which `text` decodes. `outer`: see `name`. Comparing the
	 * bytes with a known name takes less time than decoding them.
	 */
	at(
		bytes: Buffer,
		start: number,
		end: number,
		outer: KnownName | undefined,
		text: {name(start: number, end: number): string},
	): KnownName {
		const hash =
			((bytes[start] ?? 0) |
				((bytes[end - 1] ?? 0) << 7) |
				((bytes[end - 3] ?? 0) << 14) |
				(((end - start) & 31) << 21)) ^
			((outer?.number ?? 0) << 16);
		const known = this.#byHash.get(hash);
		if (known !== undefined && isNameAt(known, bytes, start, end, outer)) {
			return known;
		}
		const name = this.name(text.name(start, end), outer);
		if (isNameAt(name, bytes, start, end, outer)) {
			this.#byHash.set(hash, name);
		}
		return name;
	}

	/** Returns a name as logged. `outer`: name of the object around the value; undefined for the whole line. */
	name(key: string, outer?: KnownName): KnownName {
		const siblings = outer?.inner ?? this.#names;
		let known = siblings.get(key);
		// A nested name isn't shorter. An empty name isn't too long, but its inner names begin with a dot.
		if (known === undefined && outer !== undefined && outer.folded === undefined && outer.text !== '') {
			return outer;
		}
		if (known === undefined) {
			const text = outer === undefined ? key : `${outer.text}.${key}`;
			const folded = text.toLowerCase();
			const isName = folded !== '' && folded.length <= maxNameLength;
			known = {
				text,
				folded: isName ? this.#fold(folded) : undefined,
				key,
				outer,
				inner: new Map(),
				number: this.#size,
				json: undefined,
				jsonLength: 0,
			};
			if (isName) {
				siblings.set(key, known);
				this.#size++;
			}
		}
		return known;
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

	#fold(text: string): FoldedName {
		let folded = this.#folded.get(text);
		if (folded === undefined) {
			folded = {text, isListName: isListName(text), line: 0, index: 0, array: -1};
			this.#folded.set(text, folded);
		}
		return folded;
	}
}

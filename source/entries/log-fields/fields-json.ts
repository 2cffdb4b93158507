import {backslash, closeBrace, closeBracket, comma, openBrace, openBracket, quote} from '../../ascii.js';
import {harmlessJson} from '../../harmless-json.js';
import type {KnownName} from './names.js';
import type {ValueList} from './value-list.js';

/** 1 for characters that strings of JSON contain unescaped. */
const isPlain = new Uint8Array(256).fill(1, 0x20, 0x7f);
isPlain[quote] = 0;
isPlain[backslash] = 0;

/** Longest name of a value, with its escapes, quotes, comma and colon; and a few brackets. */
const minSize = 1 << 16;

/** The log fields of lines as JSON. Values that JSON writes like the log are copied byte by byte, and never become strings. */
export class FieldsJson {
	/** The objects of all lines. The object of line number n ends at `ends[n]`; it is empty if the line has no log fields. */
	bytes: Buffer = Buffer.allocUnsafe(minSize);
	readonly ends: number[] = [];
	/** Number of lines that could no longer be read. */
	lost = 0;
	#length = 0;
	/** View of `bytes`. */
	#view = viewOf(this.bytes);

	/** Removes all lines. */
	clear(): void {
		this.ends.length = 0;
		this.lost = 0;
		this.#length = 0;
	}

	/** Adds a line without log fields. */
	addNone(): void {
		this.ends.push(this.#length);
	}

	/** Adds a line that could no longer be read. */
	addLost(): void {
		this.lost++;
		this.addNone();
	}

	/** Adds the values of a line from which reqscope has read no field. */
	add(values: ValueList): void {
		let isFirst = true;
		for (let index = 0; index < values.count; index++) {
			const name = values.names[index];
			if (name === undefined || values.areRead[index] === true) {
				continue;
			}
			this.#addName(name, isFirst ? openBrace : comma);
			isFirst = false;
			const isList = values.areLists[index] === true;
			let part = index;
			let before = isList ? openBracket : 0;
			do {
				this.#addText(values, part, before);
				before = comma;
				part = values.nexts[part] ?? -1;
			} while (part !== -1);
			if (isList) {
				this.bytes[this.#length++] = closeBracket;
			}
		}
		if (!isFirst) {
			this.bytes[this.#length++] = closeBrace;
		}
		this.ends.push(this.#length);
	}

	#addName(name: KnownName, before: number): void {
		const json = name.json ?? keyOf(name);
		const {jsonLength} = name;
		this.#reserve(jsonLength);
		const view = this.#view;
		this.bytes[this.#length] = before;
		const to = this.#length + 1;
		for (let at = 0; at < jsonLength; at += 4) {
			view.setInt32(to + at, json.getInt32(at));
		}
		this.#length = to + jsonLength;
	}

	/** `before`: the byte before the value, or 0. */
	#addText(values: ValueList, part: number, before: number): void {
		const {bytes: source} = values;
		const start = values.starts[part] ?? 0;
		const end = values.ends[part] ?? 0;
		const escapes = values.escapes[part] ?? 'none';
		this.#reserve(end - start);
		const {bytes} = this;
		let to = this.#length;
		if (before !== 0) {
			bytes[to++] = before;
			this.#length = to;
		}
		bytes[to++] = quote;
		let at = values.isRange(part) && escapes !== 'haproxy' ? start : end + 1;
		while (at < end) {
			const byte = source[at] ?? 0;
			if (isPlain[byte] === 1) {
				bytes[to++] = byte;
				at++;
				continue;
			}
			const next = source[at + 1];
			if (escapes !== 'json' || byte !== backslash || (next !== quote && next !== backslash)) {
				break;
			}
			bytes[to++] = byte;
			bytes[to++] = next;
			at += 2;
		}
		if (at === end) {
			bytes[to++] = quote;
			this.#length = to;
			return;
		}
		const json = harmlessJson(values.textOf(part));
		this.#reserve(json.length * 3);
		this.#length += this.bytes.write(json, this.#length);
	}

	/** Grows the buffer for another `bytes`, and some marks. */
	#reserve(bytes: number): void {
		const needed = this.#length + bytes + 8;
		if (needed > this.bytes.length) {
			const larger = Buffer.allocUnsafe(Math.max(needed, 2 * this.bytes.length));
			this.bytes.copy(larger, 0, 0, this.#length);
			this.bytes = larger;
			this.#view = viewOf(larger);
		}
	}
}

function viewOf({buffer, byteOffset, byteLength}: Buffer): DataView {
	return new DataView(buffer, byteOffset, byteLength);
}

/** Sets and returns the JSON key of a name. */
function keyOf(name: KnownName): DataView {
	const json = Buffer.from(`${harmlessJson(name.text)}:`);
	const padded = Buffer.alloc(Math.ceil(json.length / 4) * 4, ' ');
	json.copy(padded);
	name.jsonLength = json.length;
	name.json = viewOf(padded);
	return name.json;
}

import {
	backslash,
	closeBrace,
	closeBracket,
	comma,
	newline,
	openBrace,
	openBracket,
	quote,
} from '../../ascii.js';
import {harmlessJson} from '../../harmless-json.js';
import type {KnownName} from './names.js';
import type {ValueList} from './value-list.js';

/** 1 for characters that strings of JSON contain unescaped. */
const isPlain = new Uint8Array(256).fill(1, 0x20, 0x7f);
isPlain[quote] = 0;
isPlain[backslash] = 0;

/** First size of the buffer. */
const minSize = 1 << 16;

/** Maximum number of UTF-8 bytes for a UTF-16 unit. */
const maxCharacterSize = 3;

const fieldsKey = ',"fields":';

/**
 * Lines of JSON as UTF-8: writing bytes takes less time than building strings. Values that JSON writes like the log are copied byte by
 * byte, and never become strings.
 */
export class JsonLines {
	/** The lines. The buffer is used again, because the system takes long to provide new memory. */
	bytes: Buffer = Buffer.allocUnsafe(minSize);
	/** Number of bytes of all lines. */
	length = 0;
	/** View of `bytes`. */
	#view = viewOf(this.bytes);

	/** Adds a line. */
	add(line: string): void {
		this.#addString(line);
		this.bytes[this.length++] = newline;
	}

	/** Adds the line of an object. Its last member has the values of the log's line that reqscope hasn't read into a field. */
	addWithFields(line: string, values: ValueList): void {
		this.#addString(line);
		let hasFields = false;
		for (let index = 0; index < values.count; index++) {
			const name = values.names[index];
			if (name === undefined || values.areRead[index] === true) {
				continue;
			}
			if (!hasFields) {
				this.length--;
				this.#addString(fieldsKey);
			}
			this.#addName(name, hasFields ? comma : openBrace);
			hasFields = true;
			const isList = values.areLists[index] === true;
			let part = index;
			let before = isList ? openBracket : 0;
			do {
				this.#addText(values, part, before);
				before = comma;
				part = values.nexts[part] ?? -1;
			} while (part !== -1);
			if (isList) {
				this.bytes[this.length++] = closeBracket;
			}
		}
		if (hasFields) {
			this.bytes[this.length++] = closeBrace;
			this.bytes[this.length++] = closeBrace;
		}
		this.bytes[this.length++] = newline;
	}

	/** Removes all lines, and returns them without the last line end. They are valid until lines are added. */
	take(): Uint8Array {
		const lines = this.bytes.subarray(0, Math.max(0, this.length - 1));
		this.length = 0;
		return lines;
	}

	#addString(text: string): void {
		this.#reserve(text.length * maxCharacterSize);
		this.length += this.bytes.write(text, this.length);
	}

	#addName(name: KnownName, before: number): void {
		const json = name.json ?? keyOf(name);
		const {jsonLength} = name;
		this.#reserve(jsonLength);
		const view = this.#view;
		this.bytes[this.length] = before;
		const to = this.length + 1;
		for (let at = 0; at < jsonLength; at += 4) {
			view.setInt32(to + at, json.getInt32(at));
		}
		this.length = to + jsonLength;
	}

	/** `before`: the byte before the value, or 0. */
	#addText(values: ValueList, part: number, before: number): void {
		const {bytes: source} = values;
		const start = values.starts[part] ?? 0;
		const end = values.ends[part] ?? 0;
		const escapes = values.escapes[part] ?? 'none';
		this.#reserve(end - start);
		const {bytes} = this;
		let to = this.length;
		if (before !== 0) {
			bytes[to++] = before;
			this.length = to;
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
			this.length = to;
			return;
		}
		this.#addString(harmlessJson(values.textOf(part)));
	}

	/** Grows the buffer for another `bytes`, and some marks. */
	#reserve(bytes: number): void {
		const needed = this.length + bytes + 8;
		if (needed > this.bytes.length) {
			const larger = Buffer.allocUnsafe(Math.max(needed, 2 * this.bytes.length));
			this.bytes.copy(larger, 0, 0, this.length);
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

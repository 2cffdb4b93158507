import {allFormats} from '../../entries/chosen-readers.js';
import {spanOf, type TextField} from '../../entries/entry-record.js';
import {decodeText, type Escapes} from '../../entries/values/decode-text.js';
import {isPlainText, PlainBytes} from './plain-bytes.js';
import type {RowPlace} from './row-writer.js';
import {type ViewedBytes, viewed} from './viewed-bytes.js';

/** What escapes begin with; what is no ASCII where there are none. */
const escapeBytes: Readonly<Record<Escapes, number>> = {none: 255, clf: 92, json: 92, haproxy: 35};

const nothing: ViewedBytes = viewed(Buffer.alloc(0));

/** A text of an entry, as the bytes that it stands for. */
export class FoundText {
	/** It is `bytes[start, end)`. */
	bytes: ViewedBytes = nothing;
	start = 0;
	end = 0;
	/** Whether all texts of the entry are the bytes that they mean, and ASCII. */
	isPlain = false;
	/** What the texts of the entry stand in. */
	source: ViewedBytes = nothing;
	/** Where they stand there, and how they are escaped. */
	#spans: Int32Array = new Int32Array(0);
	#escapes: Escapes = 'none';
	readonly #plain = new PlainBytes();

	/** Begins with an entry whose texts stand in those bytes, at `spans`. */
	begin(bytes: Buffer, spans: Int32Array, {format, line, lineStart, lineEnd}: RowPlace): void {
		if (bytes !== this.source.bytes) {
			this.source = viewed(bytes);
		}
		this.#spans = spans;
		this.#escapes = allFormats[format]?.escapes ?? 'none';
		// Other texts than lines may come to stand in the same bytes: those are looked at one by one.
		this.isPlain =
			bytes === line && this.#plain.isPlain(line, escapeBytes[this.#escapes], lineStart, lineEnd);
	}

	/** Finds a text of the entry. False when there is none. */
	find(field: TextField): boolean {
		const start = this.#spans[spanOf[field]] ?? 0;
		const end = this.#spans[spanOf[field] + 1] ?? 0;
		if (start === end) {
			return false;
		}
		const {bytes} = this.source;
		if (this.isPlain || isPlainText(bytes, escapeBytes[this.#escapes], start, end)) {
			this.bytes = this.source;
			this.start = start;
			this.end = end;
		} else {
			this.bytes = viewed(Buffer.from(decodeText(bytes.subarray(start, end), this.#escapes)));
			this.start = 0;
			this.end = this.bytes.bytes.length;
		}
		return true;
	}

	/** Lets go of the bytes. */
	release(): void {
		this.source = nothing;
		this.bytes = nothing;
	}
}

import {decodeText, type Escapes} from '../../../entries/values/decode-text.js';
import {type ViewedBytes, viewed} from './byte-writer.js';

/** The first byte of escape sequences; a non-ASCII byte if there are no escapes. */
const escapeBytes: Readonly<Record<Escapes, number>> = {none: 255, clf: 92, json: 92, haproxy: 35};

const nothing = viewed(Buffer.alloc(0));

/**
 * A string of an entry as decoded bytes: `bytes[start, end)`. Refers to the bytes of the log if nothing needs decoding. Creating
 * JavaScript strings for all took more time than the rest of the work.
 */
export class EntryText {
	bytes: ViewedBytes = nothing;
	start = 0;
	end = 0;
	/** The bytes that contain the strings of the entry. */
	source: ViewedBytes = nothing;
	#spans: Int32Array = new Int32Array();
	#escapes: Escapes = 'none';

	/** Begins an entry whose strings are in `source`, at `spans`. */
	begin(source: Buffer, spans: Int32Array, escapes: Escapes): void {
		if (source !== this.source.bytes) {
			this.source = viewed(source);
		}
		this.#spans = spans;
		this.#escapes = escapes;
	}

	/** Selects a string of the entry by the index of its span: see `spanOf`. Returns false if the string is missing. */
	find(span: number): boolean {
		const start = this.#spans[span] ?? 0;
		const end = this.#spans[span + 1] ?? 0;
		if (start === end) {
			return false;
		}
		const {bytes} = this.source;
		if (isPlain(bytes, start, end, escapeBytes[this.#escapes])) {
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

	/** Releases the bytes. */
	release(): void {
		this.source = nothing;
		this.bytes = nothing;
	}
}

/** True if the bytes need no decoding: ASCII without the first byte of escape sequences. */
function isPlain(bytes: Buffer, start: number, end: number, escapeByte: number): boolean {
	for (let index = start; index < end; index++) {
		const byte = bytes[index] ?? 0;
		if (byte > 127 || byte === escapeByte) {
			return false;
		}
	}
	return true;
}

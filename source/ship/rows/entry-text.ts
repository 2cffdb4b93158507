import {decodeText, type Escapes} from '../../entries/values/decode-text.js';
import {type ViewedBytes, viewed} from './byte-writer.js';

/** The byte that escapes begin with; what is no ASCII where there are none. */
const escapeBytes: Readonly<Record<Escapes, number>> = {none: 255, clf: 92, json: 92, haproxy: 35};

const nothing = viewed(Buffer.alloc(0));

/**
 * A text of an entry, as the bytes that it stands for: `bytes[start, end)`. Those are the bytes of the log wherever that is
 * so: to make strings of all texts took more time than all the rest.
 */
export class EntryText {
	bytes: ViewedBytes = nothing;
	start = 0;
	end = 0;
	/** What the texts of the entry stand in. */
	source: ViewedBytes = nothing;
	#spans: Int32Array = new Int32Array();
	#escapes: Escapes = 'none';

	/** Begins with an entry whose texts stand in `source`, at `spans`. */
	begin(source: Buffer, spans: Int32Array, escapes: Escapes): void {
		if (source !== this.source.bytes) {
			this.source = viewed(source);
		}
		this.#spans = spans;
		this.#escapes = escapes;
	}

	/** Finds a text of the entry, by the place of its span: see `spanOf`. False when there is none. */
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

	/** Lets go of the bytes. */
	release(): void {
		this.source = nothing;
		this.bytes = nothing;
	}
}

/** Whether bytes are the text that they stand for: ASCII without the byte that escapes begin with. */
function isPlain(bytes: Buffer, start: number, end: number, escapeByte: number): boolean {
	for (let index = start; index < end; index++) {
		const byte = bytes[index] ?? 0;
		if (byte > 127 || byte === escapeByte) {
			return false;
		}
	}
	return true;
}

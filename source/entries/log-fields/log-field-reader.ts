import {hash} from '../../ascii.js';
import {unread} from '../entry-record.js';
import type {LogHeader} from '../log-header.js';
import {LineValues} from './line-values.js';
import {isListName, isMissing, maxNameLength, printedText} from './log-value.js';
import {StoredValue} from './stored-value.js';

/** Finds one log field in many lines. The result is the same as in `logValues`. */
export class LogFieldReader {
	/** The stored form of the value that was found last. Valid until the next call of `read`. */
	readonly value = new StoredValue();
	readonly #name: string;
	/** False for a name that no value can have. */
	readonly #isPossible: boolean;
	readonly #isListName: boolean;
	readonly #lines: LineValues;

	/**
	 * @param name In lower case, without the `@`.
	 * @param choice Value of `--format`.
	 * @throws FormatError
	 */
	constructor(name: string, choice?: string) {
		this.#name = name;
		this.#isPossible = name !== '' && name.length <= maxNameLength;
		this.#isListName = isListName(name);
		this.#lines = new LineValues(choice, name);
	}

	/** The header that is active at the next line. */
	get header(): LogHeader {
		return this.#lines.header;
	}

	set header(header: LogHeader) {
		this.#lines.header = header;
	}

	/**
	 * Finds the value in the line `bytes[start, end)`, of the format with this number. Returns false if the line has no value. Else
	 * `value` is its stored form. A line with the names of columns (`#Fields`), of any format, changes `header`.
	 */
	read(bytes: Buffer, start: number, end: number, format: number): boolean {
		const isHeader = bytes[start] === hash;
		const number = this.#isPossible
			? this.#lines.read(bytes, start, end, isHeader ? unread : format)
			: unread;
		let isFound = false;
		let array = -1;
		const elements: string[] = [];
		this.#lines.visit(number, found => {
			const isFurther = isFound && (found.array === -1 || found.array !== array);
			if (isFurther || found.name.folded?.text !== this.#name) {
				return;
			}
			if (found.array === -1) {
				const {bytes: line, start: from, end: to, escapes, hasItems} = found;
				isFound = this.value.set(line, from, to, escapes, hasItems || this.#isListName);
				return;
			}
			const text = printedText(found);
			if (!isMissing(text)) {
				isFound = true;
				array = found.array;
				elements.push(text);
			}
		});
		return elements.length > 0 ? this.value.setText('', elements) : isFound;
	}
}

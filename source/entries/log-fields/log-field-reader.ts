import type {LogHeader} from '../log-header.js';
import {type FoundValue, LineValues} from './line-values.js';
import {isListName, isMissing, itemsIn, printedText, storedValue} from './log-value.js';

/** Bytes of a stored value. */
export type StoredBytes = {bytes: Uint8Array; start: number; end: number};

/** Finds one log field in many lines. The result equals that of `logValues`. */
export class LogFieldReader {
	/** The stored form of the value that was found last. Valid until the next call of `read`. */
	readonly value: StoredBytes = {bytes: new Uint8Array(), start: 0, end: 0};
	readonly #name: string;
	readonly #mayBeList: boolean;
	readonly #lines: LineValues;

	/**
	 * @param name In lower case, without the `@`.
	 * @param choice Value of `--format`.
	 * @throws FormatError
	 */
	constructor(name: string, choice?: string) {
		this.#name = name;
		this.#mayBeList = isListName(name);
		this.#lines = new LineValues(choice);
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
	 * `value` is its stored form.
	 */
	read(bytes: Buffer, start: number, end: number, _format: number): boolean {
		return this.#readAny(bytes, start, end);
	}

	/** Finds the value in any line. */
	#readAny(bytes: Buffer, start: number, end: number): boolean {
		const lines = this.#lines;
		const number = lines.read(bytes, start, end);
		let text: string | undefined;
		let elements: string[] | null = null;
		let array = -1;
		const take = (found: FoundValue): void => {
			const isFurther = text !== undefined;
			if (isFurther && (found.array === -1 || found.array !== array)) {
				return;
			}
			if (found.name.toLowerCase() !== this.#name) {
				return;
			}
			const printed = printedText(found);
			if (isMissing(printed)) {
				return;
			}
			if (isFurther) {
				elements?.push(printed);
				return;
			}
			const items = found.array === -1 ? itemsIn(printed, found.hasItems || this.#mayBeList) : [printed];
			if (items?.every(isMissing) !== true) {
				text = printed;
				elements = items;
				array = found.array;
			}
		};
		if (number >= 0) {
			lines.visit(number, take);
		}
		if (text === undefined) {
			return false;
		}
		this.value.bytes = Buffer.from(storedValue(text, elements));
		this.value.start = 0;
		this.value.end = this.value.bytes.length;
		return true;
	}
}

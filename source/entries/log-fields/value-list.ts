import {backslash, dash, hash} from '../../ascii.js';
import type {Escapes} from '../values/decode-text.js';
import {type FoundValue, firstObject, type LineValues, type ReadEntry} from './line-values.js';
import {isMissing, itemsIn, type LogValue} from './log-value.js';
import type {KnownName} from './names.js';
import {holdsOdd} from './stored-value.js';

/** Longest escape of a character, such as `\u002d`. */
const maxEscapeLength = 6;

/**
 * The named values of one line, in their order. A name without a value (`-`, an empty string, null) isn't in the list. If a name
 * occurs twice, or in another case, its first value counts. Values are ranges of the line: most are never decoded.
 */
export class ValueList {
	/** Buffer of the ranges. */
	bytes: Buffer = Buffer.alloc(0);
	/** Number of parts. The elements of a list are its parts; another value has one part. */
	count = 0;
	/** Name of the value that starts with each part; undefined for the further parts of a list. */
	readonly names: Array<KnownName | undefined> = [];
	/** For the first part of each value: whether it is a list, and whether reqscope has read a field from it. */
	readonly areLists: boolean[] = [];
	readonly areRead: boolean[] = [];
	/** Last part of each list so far, by its first part. */
	readonly #lasts: number[] = [];
	/** Range of each part, its escapes, and the next part of the same value, or -1. */
	readonly starts: number[] = [];
	readonly ends: number[] = [];
	readonly escapes: Escapes[] = [];
	readonly nexts: number[] = [];
	/** The printed form of a part that isn't a range of the line. */
	readonly #texts: Array<string | undefined> = [];
	readonly #lines: LineValues;
	/** Adds the value that is being visited. */
	readonly #add: (found: FoundValue) => void;

	constructor(lines: LineValues) {
		this.#lines = lines;
		this.#add = found => this.#addValue(found);
	}

	/** Reads the line `bytes[start, end)`. `entry`: the fields of the line, if they were read before. */
	read(bytes: Buffer, start: number, end: number, entry?: ReadEntry): void {
		this.count = 0;
		const isRead = entry !== undefined && this.#lines.readAgain(bytes, start, end, entry);
		const format = isRead ? firstObject : this.#lines.read(bytes, start, end);
		if (format >= 0) {
			this.#lines.visit(format, this.#add);
		}
	}

	/** Returns the printed form of a part. */
	textOf(part: number): string {
		return (
			this.#texts[part] ??
			this.#lines.decode(this.starts[part] ?? 0, this.ends[part] ?? 0, this.escapes[part] ?? 'none')
		);
	}

	/** True if a part is a range of the line. */
	isRange(part: number): boolean {
		return this.#texts[part] === undefined;
	}

	/** Returns the values, decoded. */
	toArray(): readonly LogValue[] {
		const values: LogValue[] = [];
		for (let index = 0; index < this.count; index++) {
			const name = this.names[index];
			if (name === undefined) {
				continue;
			}
			const texts: string[] = [];
			for (let part = index; part !== -1; part = this.nexts[part] ?? -1) {
				texts.push(this.textOf(part));
			}
			values.push({
				name: name.text,
				text: texts.join(', '),
				elements: this.areLists[index] === true ? texts : null,
				isRead: this.areRead[index] === true,
			});
		}
		return values;
	}

	#addValue(found: FoundValue): void {
		const {array, name} = found;
		const {folded} = name;
		const {names} = this.#lines;
		const isFurther = folded !== undefined && names.isSeen(folded);
		if (folded === undefined || (isFurther && (array === -1 || folded.array !== array))) {
			return;
		}
		const {bytes, start, end, escapes, isRead} = found;
		if (this.#isMissing(found)) {
			return;
		}
		this.bytes = bytes;
		if (isFurther) {
			this.areRead[folded.index] ||= isRead;
			this.#addFurther(folded.index, start, end, escapes, undefined);
			return;
		}
		const mayBeList =
			array === -1 && (found.hasItems || folded.isListName) && holdsOdd(bytes, start, end, true);
		const items = mayBeList ? itemsIn(this.#lines.decode(start, end, escapes), true) : null;
		if (items?.every(isMissing) === true) {
			return;
		}
		const index = this.#addPart(name, start, end, escapes, items?.[0]);
		names.see(folded, index, array);
		this.areLists[index] = array !== -1 || items !== null;
		this.areRead[index] = isRead;
		this.#lasts[index] = index;
		for (const item of items?.slice(1) ?? []) {
			this.#addFurther(index, start, end, escapes, item);
		}
	}

	/** Checks that a value is the log's notation for a missing value. */
	#isMissing({bytes, start, end, escapes}: FoundValue): boolean {
		const first = bytes[start];
		return (
			end === start ||
			(end === start + 1 && first === dash) ||
			// A dash may be escaped.
			((first === backslash || first === hash) &&
				end - start <= maxEscapeLength &&
				isMissing(this.#lines.decode(start, end, escapes)))
		);
	}

	/** Adds a part to the list with the first part `first`. */
	#addFurther(first: number, start: number, end: number, escapes: Escapes, text: string | undefined): void {
		const part = this.#addPart(undefined, start, end, escapes, text);
		this.nexts[this.#lasts[first] ?? first] = part;
		this.#lasts[first] = part;
	}

	#addPart(
		name: KnownName | undefined,
		start: number,
		end: number,
		escapes: Escapes,
		text: string | undefined,
	): number {
		const part = this.count++;
		this.names[part] = name;
		this.starts[part] = start;
		this.ends[part] = end;
		this.escapes[part] = escapes;
		this.#texts[part] = text;
		this.nexts[part] = -1;
		return part;
	}
}

import {EntryRecord, spanOf} from '../entry-record.js';
import type {ScanLine} from '../format.js';
import type {Escapes} from '../values/decode-text.js';
import {compilePattern} from './compile-pattern.js';
import {isUnused, type UserPattern, type Variable} from './user-pattern.js';
import type {ValuePart} from './value-part.js';

type Form = {
	readonly scan: ScanLine;
	readonly variables: readonly Variable[];
	readonly isRead: readonly boolean[];
};

/** Finds the values of all variables of a custom format, including variables without a field. */
export class Captures {
	readonly escapes: Escapes;
	/** Start and end of the value of each variable of the line that was read last. */
	readonly spans: Int32Array;
	/** The variables of that line, and for each of them whether a field has its values. */
	variables: readonly Variable[] = [];
	isRead: readonly boolean[] = [];
	readonly #forms: readonly Form[];
	readonly #record = new EntryRecord();

	constructor({patterns, variables, escapes}: UserPattern) {
		this.escapes = escapes;
		this.spans = new Int32Array(2 * Math.max(0, ...variables.map(({length}) => length)));
		this.#forms = patterns.map((pattern, index) => {
			let spanIndex = 0;
			const ofForm = variables[index] ?? [];
			return {
				scan: compilePattern(
					pattern.map(part =>
						typeof part === 'object' && 'what' in part ? noting(part, this.spans, 2 * spanIndex++) : part,
					),
				),
				variables: ofForm,
				isRead: ofForm.map(variable => !isUnused(variable)),
			};
		});
	}

	/** True if the line that was read last has a method. */
	get hasMethod(): boolean {
		return (this.#record.spans[spanOf.method + 1] ?? 0) > 0;
	}

	/** Reads the line `bytes[start, end)`. Returns false if it isn't in the format. */
	read(bytes: Buffer, start: number, end: number): boolean {
		const record = this.#record;
		for (const isTolerant of [false, true]) {
			record.isTolerant = isTolerant;
			for (const {scan, variables, isRead} of this.#forms) {
				record.clear();
				this.spans.fill(0);
				if (scan(bytes, start, end, record) === 0) {
					this.variables = variables;
					this.isRead = isRead;
					return true;
				}
			}
		}
		return false;
	}
}

/** Returns a part that reads the same, and notes the range of its value at `spanIndex` in `spans`. */
export function noting(valuePart: ValuePart, spans: Int32Array, spanIndex: number): ValuePart {
	if ('reach' in valuePart) {
		return {
			...valuePart,
			reach(bytes, start, end, record) {
				const stop = valuePart.reach(bytes, start, end, record);
				spans[spanIndex] = start;
				spans[spanIndex + 1] = stop;
				return stop;
			},
		};
	}
	return {
		...valuePart,
		take(bytes, start, end, record) {
			spans[spanIndex] = start;
			spans[spanIndex + 1] = end;
			return valuePart.take(bytes, start, end, record);
		},
	};
}

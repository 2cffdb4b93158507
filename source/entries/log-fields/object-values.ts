import {closeBrace, closeBracket, colon, comma, lowerN, openBrace, openBracket, quote} from '../../ascii.js';
import {
	afterSpaces,
	bareEnd,
	bareValueEnd,
	containerEnd,
	objectStart,
	stringEnd,
} from '../json/known-values.js';
import {isSpace} from '../values/starts-object.js';
import type {KnownName, Names} from './names.js';

/** Maximum depth of the objects and arrays whose values are read. */
export const deepest = 64;

/**
 * Receives the value `bytes[from, to)` under a name. `isString`: it may contain escapes. `list`: offset of the outermost array
 * around it, or -1.
 */
type VisitValue = (name: KnownName, from: number, to: number, isString: boolean, list: number) => void;

/** An object or array around the current offset. */
type Container = {
	/** Undefined for the whole line. */
	readonly name: KnownName | undefined;
	readonly isArray: boolean;
	readonly list: number;
};

/** Checks that an unquoted value is `null`. */
export function isNull(bytes: Buffer, start: number, end: number): boolean {
	return end - start === 4 && bytes[start] === lowerN && bytes.toString('latin1', start, end) === 'null';
}

/** Returns the offset of the first byte from `start` on that is neither white space nor a comma, or `end`. */
export function afterCommas(bytes: Buffer, start: number, end: number): number {
	let at = start;
	while (at < end && (bytes[at] === comma || isSpace(bytes[at]))) {
		at++;
	}
	return at;
}

/**
 * Visits the values of a JSON object, in their order. Names of nested objects are joined with dots; objects in an array have the
 * array's name. If the syntax of an object or array is wrong, the rest of it is skipped. A line that is cut is read up to the cut.
 *
 * Not recursive, because objects may be nested thousands deep.
 */
export function visitObject(
	bytes: Buffer,
	start: number,
	end: number,
	names: Names,
	visit: VisitValue,
): void {
	const first = objectStart(bytes, start, end);
	const containers: Container[] = [{name: undefined, isArray: false, list: -1}];
	let at = first < end && bytes[first] === openBrace ? first + 1 : end;
	for (;;) {
		at = afterCommas(bytes, at, end);
		const container = containers.at(-1);
		if (at >= end || container === undefined) {
			return;
		}
		const {isArray, list} = container;
		let {name} = container;
		if (bytes[at] === (isArray ? closeBracket : closeBrace)) {
			containers.pop();
			at++;
			continue;
		}
		let isRight = isArray;
		if (!isArray && bytes[at] === quote) {
			name = names.key(name, bytes, at + 1, end, stringEnd);
			if (name === undefined) {
				return;
			}
			at = afterSpaces(bytes, at + names.length + 2, end);
			isRight = bytes[at] === colon;
			at = isRight ? afterSpaces(bytes, at + 1, end) : at;
			if (at >= end) {
				return;
			}
		}
		const byte = bytes[at];
		if (isRight && (byte === openBrace || byte === openBracket)) {
			const isInArray = byte === openBracket;
			if (containers.length < deepest) {
				containers.push({name, isArray: isInArray, list: isInArray && list === -1 ? at : list});
				at++;
				continue;
			}
			at = containerEnd(bytes, at + 1, end);
		} else if (isRight && byte === quote) {
			const valueEnd = stringEnd(bytes, at + 1, end);
			if (valueEnd !== -1 && name !== undefined) {
				visit(name, at + 1, valueEnd, true, list);
			}
			at = valueEnd === -1 ? -1 : valueEnd + 1;
		} else {
			const valueEnd = !isRight ? at : isArray ? bareEnd(bytes, at, end) : bareValueEnd(bytes, at, end);
			if (valueEnd > at && valueEnd < end && name !== undefined) {
				visit(name, at, valueEnd, false, list);
			}
			if (valueEnd > at) {
				at = valueEnd;
			} else if (!isRight || isArray) {
				containers.pop();
				at = containerEnd(bytes, at, end);
			}
		}
		if (at === -1) {
			return;
		}
	}
}

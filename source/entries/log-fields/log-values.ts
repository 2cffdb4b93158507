import {commonTable} from '../json/compile-names.js';
import {NamedValues} from '../json/named-values.js';
import {type LogHeader, noHeader} from '../log-header.js';
import {type FoundValue, LineValues, namings} from './line-values.js';
import {isMissing, itemsIn, type LogValue} from './log-value.js';
import {afterPlainRequest} from './text-values.js';

/** The instance for the choice of the last call: compiling a format takes longer than reading a line. */
let last: {readonly choice: string | undefined; readonly values: LineValues} | undefined;

const pairs = new NamedValues(commonTable(), true);

/** Checks that a line of a format like the common one has no prefix, and no pairs behind the request. Else it may have some. */
function isPlain(line: Buffer, format: number): boolean {
	const from = namings[format] === 'common' ? afterPlainRequest(line, 0, line.length) : -1;
	if (from === -1) {
		return false;
	}
	pairs.read('pairs', line, from, line.length);
	// Without colour codes, the result could be another.
	return pairs.count === 0 && !pairs.hasColour;
}

/** A value while the line is being visited. */
type Growing = {readonly name: string; text: string; elements: string[] | null; isRead: boolean};

/**
 * Lists the named values of one line, in their order. A name without a value (`-`, an empty string, null) isn't listed. If a name
 * occurs twice, or in another case, its first value counts.
 *
 * @param context `format` is the number of the line's format, if it is known. Then a common line isn't read again.
 * @throws FormatError
 */
export function logValues(
	line: Buffer,
	{
		choice,
		header = noHeader,
		format: known,
	}: {
		readonly choice?: string | undefined;
		readonly header?: LogHeader;
		readonly format?: number;
	} = {},
): readonly LogValue[] {
	if (known !== undefined && isPlain(line, known)) {
		return [];
	}
	if (last?.choice !== choice || last === undefined) {
		last = {choice, values: new LineValues(choice)};
	}
	const {values} = last;
	values.header = header;
	const format = values.read(line, 0, line.length);
	const collected: Growing[] = [];
	if (format >= 0) {
		values.visit(format, found => collect(values, found, collected));
	}
	return collected;
}

function collect(values: LineValues, found: FoundValue, collected: Growing[]): void {
	const {array, isRead} = found;
	const {text: name, folded} = found.name;
	const {names} = values;
	const isFurther = folded !== undefined && names.isSeen(folded);
	if (folded === undefined || (isFurther && (array === -1 || folded.array !== array))) {
		return;
	}
	const text = values.textOf(found);
	if (isMissing(text)) {
		return;
	}
	const value = isFurther ? collected[folded.index] : undefined;
	if (value !== undefined) {
		value.elements?.push(text);
		value.text += `, ${text}`;
		value.isRead ||= isRead;
		return;
	}
	const elements = array === -1 ? itemsIn(text, found.hasItems || folded.isListName) : [text];
	if (elements?.every(isMissing) !== true) {
		names.see(folded, collected.length, array);
		collected.push({name, text: array === -1 ? (elements?.join(', ') ?? text) : text, elements, isRead});
	}
}

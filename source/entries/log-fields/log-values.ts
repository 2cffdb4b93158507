import {type LogHeader, noHeader} from '../log-header.js';
import {type FoundValue, LineValues} from './line-values.js';
import {isListName, isMissing, itemsIn, type LogValue, longestName, printedText} from './log-value.js';

/** The instance for the choice of the last call: compiling a format takes longer than reading a line. */
let last: {readonly choice: string | undefined; readonly values: LineValues} | undefined;

/** A value that is being collected. */
type Collected = {
	readonly name: string;
	readonly text: string;
	/** Elements of a list, else null. */
	readonly elements: string[] | null;
	/** The outermost array that the elements are from, or -1. */
	readonly array: number;
	isRead: boolean;
};

/**
 * Lists the named values of one line, in their order. A name without a value (`-`, an empty string, null) isn't listed. If a name
 * occurs twice, or in another case, its first value counts.
 *
 * @throws FormatError
 */
export function logValues(
	line: Buffer,
	{choice, header = noHeader}: {readonly choice?: string | undefined; readonly header?: LogHeader} = {},
): readonly LogValue[] {
	if (last?.choice !== choice || last === undefined) {
		last = {choice, values: new LineValues(choice)};
	}
	const {values} = last;
	values.header = header;
	const format = values.read(line, 0, line.length);
	if (format < 0) {
		return [];
	}
	const collected = new Map<string, Collected>();
	values.visit(format, found => collect(collected, found));
	return Array.from(collected.values(), ({name, text, elements, isRead}) => ({
		name,
		text: elements === null ? text : elements.join(', '),
		elements,
		isRead,
	}));
}

function collect(collected: Map<string, Collected>, found: FoundValue): void {
	const {name, array, isRead} = found;
	const key = name.toLowerCase();
	const known = collected.get(key);
	if (known !== undefined && (array === -1 || known.array !== array)) {
		return;
	}
	const text = printedText(found);
	if (isMissing(text) || key === '' || key.length > longestName) {
		return;
	}
	if (known !== undefined) {
		known.elements?.push(text);
		known.isRead ||= isRead;
		return;
	}
	const elements = array === -1 ? itemsIn(text, found.hasItems || isListName(key)) : [text];
	if (elements?.every(isMissing) !== true) {
		collected.set(key, {name, text, elements, array, isRead});
	}
}

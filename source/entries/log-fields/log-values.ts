import {commonTable} from '../json/known-names.js';
import {NamedValues} from '../json/named-values.js';
import {type LogHeader, noHeader} from '../log-header.js';
import type {JsonLines} from './json-lines.js';
import {LineValues, namings, type ReadEntry} from './line-values.js';
import type {LogValue} from './log-value.js';
import {afterPlainRequest} from './text-values.js';
import {ValueList} from './value-list.js';

/** The instances for the choice of the last call: compiling a format takes longer than reading a line. */
let last:
	| {readonly choice: string | undefined; readonly lines: LineValues; readonly list: ValueList}
	| undefined;

const pairs = new NamedValues(commonTable());

/** Checks that a line of a format like the common one has no prefix, and no pairs after the request. Returns false if in doubt. */
function isPlain(line: Buffer, format: number): boolean {
	const from = namings[format] === 'common' ? afterPlainRequest(line, 0, line.length) : -1;
	if (from === -1) {
		return false;
	}
	pairs.read('pairs', line, from, line.length);
	// Without colour codes, the result could differ.
	return pairs.count === 0 && !pairs.hasColour;
}

/** How a line is read. */
type Reading = {
	/** Value of `--format`. */
	readonly choice?: string | undefined;
	readonly header?: LogHeader;
	/** The fields of the line, if they were read before. */
	readonly entry?: ReadEntry | undefined;
};

/** Returns the values of a line; valid until the next call. */
function valuesOf(line: Buffer, {choice, header = noHeader, entry}: Reading): ValueList {
	if (last === undefined || last.choice !== choice) {
		const lines = new LineValues(choice);
		last = {choice, lines, list: new ValueList(lines)};
	}
	last.lines.header = header;
	last.list.read(line, 0, line.length, entry);
	return last.list;
}

/**
 * Lists the named values of one line: see `ValueList`.
 *
 * @param reading `format` is the number of the line's format, if it is known. Then a common line isn't read again.
 * @throws FormatError
 */
export function logValues(
	line: Buffer,
	{format, ...reading}: Reading & {readonly format?: number} = {},
): readonly LogValue[] {
	return format !== undefined && isPlain(line, format) ? [] : valuesOf(line, reading).toArray();
}

/**
 * Adds the line of a JSON object to `lines`, with the named values of a log's line from which reqscope has read no field.
 *
 * @throws FormatError
 */
export function addWithLogFields(object: string, line: Buffer, reading: Reading, lines: JsonLines): void {
	lines.addWithFields(object, valuesOf(line, reading));
}

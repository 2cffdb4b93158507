import {noRequest, unread} from './entry-record.js';
import type {Format, FormatReader, ScanLine} from './format.js';
import {FormatError} from './format-error.js';
import {formats, readers} from './formats.js';
import {jsonReader, logfmt} from './json/json-reader.js';
import {type NamedField, namedFields} from './json/name-table.js';
import {apacheLogFormat} from './pattern/apache-log-format.js';
import {compilePattern} from './pattern/compile-pattern.js';
import {haproxyLogFormat, isHaproxyLogFormat} from './pattern/haproxy-log-format.js';
import {nginxLogFormat} from './pattern/nginx-log-format.js';
import {firstMatching, isPatternReader, type PatternReader} from './pattern/pattern-reader.js';
import type {UserPattern} from './pattern/user-pattern.js';

function custom(escapes: Format['escapes']): Format {
	return {
		name: 'custom',
		label: 'custom format',
		title: 'the format that was given',
		source: '',
		escapes,
		example: '',
	};
}

/** Formats of patterns that a user passes. */
const customFormats: readonly Format[] = [custom('clf'), custom('json'), custom('none'), custom('haproxy')];

/** Every format that an entry can have. Its number is its index here. */
export const allFormats: readonly Format[] = [...formats, ...customFormats];

/**
 * Returns the readers that `choice` selects, or all readers if it is missing.
 *
 * @param choice The name of a format, an nginx `log_format`, an Apache `LogFormat`, or `json: url=name …`, see
 *   `namedFields`.
 * @throws FormatError
 */
export function chosenReaders(choice?: string): readonly FormatReader[] {
	if (choice === undefined) {
		return readers;
	}
	if (choice === 'logfmt') {
		// The name covers all logfmt, including the formats of programs that have their own name.
		return [logfmt];
	}
	const named = readers.find(reader => reader.formats.some(({name}) => name === choice));
	if (named !== undefined) {
		return [only(named, choice)];
	}
	return isNamedJson(choice) ? namedJson(choice) : [customReader(givenPattern(choice))];
}

/** Returns the names of fields in a choice like `json: url=name`; none for any other choice. */
export function chosenNames(choice: string): readonly NamedField[] {
	return isNamedJson(choice) ? namedFields(choice.trim()) : [];
}

/** Returns the variables of a custom format that no field uses. Empty if `choice` is the name of a format. */
export function unusedVariables(choice: string): readonly string[] {
	return customPattern(choice)?.unused ?? [];
}

/**
 * Returns the compiled pattern of a custom format; undefined if `choice` is the name of a format or names of a JSON log.
 * @throws FormatError
 */
export function customPattern(choice: string): UserPattern | undefined {
	const hasVariables = !formats.some(({name}) => name === choice) && !isNamedJson(choice);
	return hasVariables ? givenPattern(choice) : undefined;
}

function isNamedJson(choice: string): boolean {
	return choice.trim().startsWith('json:');
}

/** The last reader, shared by all files because its table of names is large. */
let lastJson: {readonly choice: string; readonly readers: readonly FormatReader[]} | undefined;

function namedJson(choice: string): readonly FormatReader[] {
	if (lastJson?.choice !== choice) {
		lastJson = {choice, readers: [jsonReader(namedFields(choice.trim()))]};
	}
	return lastJson.readers;
}

/** @throws FormatError */
function givenPattern(choice: string): UserPattern {
	const text = choice.trim();
	if (/^log_format\s/.test(text) || /\$\w|\$\{/.test(text)) {
		return nginxLogFormat(text);
	}
	if (isHaproxyLogFormat(text)) {
		return haproxyLogFormat(text);
	}
	if (/^(?:LogFormat|CustomLog)\s/i.test(text) || text.includes('%')) {
		return apacheLogFormat(text);
	}
	if (text.includes('$')) {
		throw new FormatError('a $ without the name of a variable');
	}
	throw new FormatError(
		/^[\w-]+$/.test(text)
			? 'there is no such format'
			: 'no variable such as $request or %r: use single quotes, because the shell expands variables in double quotes',
	);
}

/** Returns a reader that accepts only one of the formats that `reader` distinguishes. */
function only(reader: FormatReader, name: string): FormatReader {
	const index = reader.formats.findIndex(format => format.name === name);
	const filtered =
		(scan: ScanLine): ScanLine =>
		(bytes, start, end, record) => {
			const answer = scan(bytes, start, end, record);
			return answer === index ? 0 : answer === noRequest ? noRequest : unread;
		};
	const {openBeginning, begins} = reader;
	return {
		...(isPatternReader(reader) && {patterns: reader.patterns}),
		...(begins !== undefined && {begins}),
		...(openBeginning !== undefined && {openBeginning: () => filtered(openBeginning())}),
		formats: reader.formats.slice(index, index + 1),
		isHeaded: reader.isHeaded === true,
		open: header => filtered(reader.open(header)),
	};
}

function customReader({patterns, escapes}: UserPattern): PatternReader {
	return {
		formats: customFormats.filter(format => format.escapes === escapes),
		patterns: () => patterns.map(pattern => ({pattern, isOpen: false})),
		open: () => firstMatching(patterns.map(pattern => compilePattern(pattern))),
	};
}

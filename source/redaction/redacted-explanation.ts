import {type Explanation, explainLine} from '../entries/explain-line.js';
import type {LineReader} from '../entries/line-reader.js';
import {decodeUtf8} from '../entries/values/decode-text.js';
import {type KnownTexts, redactedFields, redactedLine, shownTexts} from './redact-entry.js';

/** A line without what is secret in it, and what was read of it. */
export const redactedExplanation = (
	reader: LineReader,
	line: Buffer,
	explanation: Explanation,
): {readonly line: Buffer; readonly explanation: Explanation} => {
	if (explanation.kind !== 'entry') {
		const redacted = Buffer.from(redactedLine(line));
		// Where reading stopped is another place now.
		return {line: redacted, explanation: explainLine(reader, redacted)};
	}
	const known: KnownTexts = Object.fromEntries(
		explanation.parts.map(({field, meaning}) => [field, meaning] as const),
	);
	const parts = explanation.parts.map(part => {
		const field = redactedFields.find(name => name === part.field);
		return field === undefined ? part : {...part, logged: '', meaning: shownTexts[field](part.meaning)};
	});
	const misread = explanation.misread.map(value => ({
		...value,
		logged: decodeUtf8(Buffer.from(redactedLine(Buffer.from(value.logged), known))),
	}));
	return {line: Buffer.from(redactedLine(line, known)), explanation: {...explanation, parts, misread}};
};

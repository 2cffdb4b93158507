import type {CommandLine} from '../command-line/parse-command-line.js';
import {UsageError} from '../command-line/usage-error.js';
import type {Settings} from '../config/settings.js';
import {allFormats, chosenReaders, unusedVariables} from '../entries/chosen-readers.js';
import {ClientChooser} from '../entries/client-choice.js';
import {type Explanation, explainLine} from '../entries/explain-line.js';
import {LineReader} from '../entries/line-reader.js';
import {nginxVariables} from '../entries/pattern/nginx-log-format.js';
import {unreadAdvice} from '../entries/unread-advice.js';
import {decodeUtf8} from '../entries/values/decode-text.js';
import {counted} from '../format/amounts.js';
import {sanitise} from '../format/sanitise.js';
import {nearest} from '../nearest.js';
import type {Sink} from '../output/sink.js';
import {EntryRedactor, type KnownTexts, redactedFields} from '../redaction/redact-entry.js';
import {SecretNames} from '../redaction/secret-name.js';
import {shellPath} from '../shell-word.js';
import {firstLines} from './first-lines.js';

/** Redacts a line and its explanation. */
function redactedExplanation(
	reader: LineReader,
	line: Buffer,
	explanation: Explanation,
	redactor: EntryRedactor,
): {readonly line: Buffer; readonly explanation: Explanation} {
	if (explanation.kind !== 'entry') {
		const redacted = Buffer.from(redactor.line(line));
		// Redaction moves the offset at which parsing stopped.
		return {line: redacted, explanation: explainLine(reader, redacted)};
	}
	const known: KnownTexts = Object.fromEntries(
		explanation.parts.map(({field, meaning}) => [field, meaning] as const),
	);
	const parts = explanation.parts.map(part => {
		const field = redactedFields.find(name => name === part.field);
		return field === undefined
			? part
			: {...part, logged: '', meaning: redactor.shownTexts[field](part.meaning)};
	});
	const misread = explanation.misread.map(value => ({
		...value,
		logged: decodeUtf8(Buffer.from(redactor.line(Buffer.from(value.logged), known))),
	}));
	return {line: Buffer.from(redactor.line(line, known)), explanation: {...explanation, parts, misread}};
}

/** Default number of explained lines. */
const defaultLines = 10;

/** Number of lines to search for unrecognised ones beyond the first lines, so that problems aren't missed. */
const searchedLines = 1000;

/** Number of characters shown around the offset at which parsing stopped. */
const window = 100;

/**
 * Shows how the first lines of a file are parsed and, for unrecognised lines, where parsing stopped.
 * @throws UsageError, UserError
 */
export async function explain(
	{paths, format, client, limit = defaultLines, redact}: CommandLine,
	{secrets}: Pick<Settings, 'secrets'>,
	sink: Sink,
): Promise<void> {
	const redactor = new EntryRedactor(new SecretNames(secrets));
	const [path, ...others] = paths;
	if (path === undefined || others.length > 0) {
		throw new UsageError('explain takes one file: reqscope explain FILE (or - for piped input)');
	}
	const lines = await firstLines(path, Math.max(limit, searchedLines));
	const reader = new LineReader(chosenReaders(format));
	const chooser = new ClientChooser(client);
	const anyReader = format === undefined ? undefined : new LineReader();
	for (const text of unusedTexts(format)) {
		await sink.line(sanitise(text));
	}
	const counts = new Map<string, number>();
	for (const [index, line] of lines.entries()) {
		const explanation = explainLine(reader, line, format === undefined, chooser);
		const unbound = anyReader && explainLine(anyReader, line);
		const name = explanation.kind === 'entry' ? explanation.format : explanation.kind;
		const count = counts.get(name) ?? 0;
		counts.set(name, count + 1);
		// Beyond the first lines, only the first of each kind is shown.
		if (index < limit || count === 0) {
			const safe = redact ? redactedExplanation(reader, line, explanation, redactor) : {line, explanation};
			for (const text of shown(index + 1, safe.line, safe.explanation, unbound)) {
				await sink.line(sanitise(text));
			}
		}
	}
	await sink.line(summary(lines.length, counts));
	if (!allFormats.some(({name}) => counts.has(name))) {
		await sink.line(`${path === '-' ? 'standard input' : sanitise(path)}: ${adviceFor(path, lines, format)}`);
	}
}

function adviceFor(path: string, lines: readonly Buffer[], format: string | undefined): string {
	const where = 'as in the configuration of the server';
	if (lines.length === 0) {
		return 'the file has no lines.';
	}
	const advice = unreadAdvice(lines, path === '-' ? 'FILE' : sanitise(shellPath(path, 'FILE')));
	if (advice !== undefined) {
		return advice;
	}
	return format === undefined
		? `none of these lines is a request in a known format. If it is an access log, give its format, ${where}:` +
				' --format \'$remote_addr … "$request" …\''
		: `none of these lines is of the format that was given. The marks show where they differ from it: give it ${where}.`;
}

/** Lists variables that no field has the values of. They may be intended, or misspelt. */
function unusedTexts(format: string | undefined): readonly string[] {
	const unused = format === undefined ? [] : unusedVariables(format);
	const texts = unused.map(written => {
		const name = written.replace(/[${}]/g, '');
		const near = written.startsWith('$')
			? nearest(
					name,
					nginxVariables().filter(known => known !== name),
				)
			: undefined;
		return near === undefined ? written : `${written} (did you mean $${near}?)`;
	});
	return texts.length === 0 ? [] : [`log fields in the format that was given: ${texts.join(', ')}`, ''];
}

/** @param unbound - explanation without `--format`, if that is given */
function shown(
	number: number,
	line: Buffer,
	explanation: Explanation,
	unbound: Explanation | undefined,
): readonly string[] {
	const text = decodeUtf8(line);
	const begin = text.length > window ? `${text.slice(0, window)}…` : text;
	if (explanation.kind === 'noRequest') {
		return [`line ${number}: understood, but no request`, `  ${begin}`, ''];
	}
	if (explanation.kind === 'unread') {
		const other = unbound?.kind === 'entry' ? [`  Without --format it is read: as ${unbound.format}.`] : [];
		return [`line ${number}: not read`, ...pointedAt(line, explanation), ...other, ''];
	}
	const parts = explanation.parts.map(({field, logged, meaning}) => {
		const isSame = logged === meaning || logged === '' || meaning === '';
		return `  ${field.padEnd(13)}${isSame ? logged || meaning : `${meaning}  (${logged})`}`;
	});
	const misread = explanation.misread.map(
		({field, logged, reason}) => `  ${field.padEnd(13)}n/a  (${logged} ${reason})`,
	);
	const {format, taken} = explanation;
	const prefixes = taken.length === 0 ? [] : [`  ${'removed'.padEnd(13)}${taken.join(', ')}`];
	return [`line ${number}: ${format}`, `  ${begin}`, ...prefixes, ...parts, ...misread, ''];
}

/** Returns the part of a line around an offset, with a mark below it. */
function pointedAt(
	line: Buffer,
	{position, expected, isLikely}: Extract<Explanation, {kind: 'unread'}>,
): readonly string[] {
	const before = sanitise(decodeUtf8(line.subarray(0, position)));
	const cut = before.length > window - 20 ? `…${before.slice(20 - window)}` : before;
	const after = sanitise(decodeUtf8(line.subarray(position))).slice(0, window - cut.length);
	const wanted =
		expected === ''
			? 'the line doesn’t have the given format'
			: `${isLikely ? 'expected here' : 'no format matches; the nearest expects here'}: ${expected}`;
	return [`  ${cut}${after}`, `  ${' '.repeat(cut.length)}^ ${wanted}`];
}

function summary(all: number, counts: ReadonlyMap<string, number>): string {
	const kinds: Record<string, string> = {unread: 'not read', noRequest: 'no request'};
	const parts = [...counts].map(([name, count]) => `${count} ${kinds[name] ?? name}`);
	return `${counted(all, 'line')} read: ${parts.length === 0 ? 'none' : parts.join(', ')}`;
}

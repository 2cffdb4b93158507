import {redactedMark} from '../query/redacted-mark.js';
import type {Entry} from '../store/store.js';
import {redactText} from './redact-text.js';
import {redactPlain, redactUrl} from './redact-url.js';
import {remembering} from './remembering.js';
import {shortAddress, shortenedIn} from './short-address.js';

/** Where an entry that shows less than the log has keeps the one that shows all. No output takes it along. */
const actualKey = Symbol('actual');

type RedactedEntry = Entry & {readonly [actualKey]?: Entry};

/** Fields of an entry that may hold what isn't for everyone. */
export type RedactedField =
	| 'ip'
	| 'url'
	| 'referer'
	| 'userAgent'
	| 'user'
	| 'host'
	| 'forwardedFor'
	| 'upstream';

/**
 * How each of these fields is shown: the one place that says so. An address is written as the network that it is in; a
 * client that is told by its name is hidden, and so is the user.
 */
export const shownTexts: Readonly<Record<RedactedField, (text: string) => string>> = {
	ip: remembering(text => shortAddress(text) ?? redactedMark),
	url: remembering(redactUrl),
	referer: remembering(redactUrl),
	userAgent: remembering(redactText),
	user: () => redactedMark,
	host: remembering(redactPlain),
	forwardedFor: remembering(redactText),
	upstream: remembering(redactText),
};

/** The same for the fields that there are. */
export const redactedFields = Object.keys(shownTexts) as readonly RedactedField[];

/** The entry as the log has it, for asking the store: nothing of it is to be shown. */
export const actualEntry = (entry: Entry): Entry => (entry as RedactedEntry)[actualKey] ?? entry;

/** Whether an entry shows less than the log has. */
export const isRedacted = (entry: Entry): boolean => actualEntry(entry) !== entry;

/** The entry without what is secret in it. */
export const redactedEntry = (entry: Entry): Entry => {
	if (isRedacted(entry)) {
		return entry;
	}
	const texts: Partial<Record<RedactedField, string | null>> = {};
	for (const field of redactedFields) {
		const text = entry[field];
		texts[field] = text === null ? null : shownTexts[field](text);
	}
	const redacted: RedactedEntry = {...entry, ...texts, [actualKey]: entry};
	return redacted;
};

/** What was read of a line, as the log has it. */
export type KnownTexts = {readonly [Field in RedactedField]?: string | null};

/**
 * A line of a log without what is secret in it, as far as that can be told: what the entry that was made of it has, as
 * for the entry; the rest by what it looks like. Addresses become others, so that it can still be read as a line.
 */
export const redactedLine = (line: Uint8Array, known: KnownTexts = {}): Uint8Array => {
	// One character for each byte: whatever isn't hidden stays as it is, be it text or not.
	const text = Buffer.from(line.buffer, line.byteOffset, line.length).toString('latin1');
	return Buffer.from(redactText(withoutKnown(text, known)), 'latin1');
};

const withoutKnown = (line: string, known: KnownTexts): string => {
	let text = line;
	for (const field of redactedFields) {
		const actual = known[field] ?? '';
		if (actual === '') {
			continue;
		}
		const shown = field === 'ip' ? shortenedIn(actual) : shownTexts[field](actual);
		if (field === 'user' || (field === 'ip' && shown === actual)) {
			text = text.replaceAll(wordOf(bytesOf(actual)), `$1${redactedMark}`);
		} else if (shown !== actual) {
			for (const [written, instead] of spelled(actual, shown)) {
				text = text.replaceAll(written, () => instead);
			}
		}
	}
	return text;
};

const inJson = (text: string): string => JSON.stringify(text).slice(1, -1);

/**
 * How a text may stand in a line: as it is, and as JSON writes it, Go's included. What is put in its place is written in the
 * same way: else an escaped line end or quote would become a real one.
 */
const spellings: ReadonlyArray<(text: string) => string> = [
	text => text,
	inJson,
	text => inJson(text).replaceAll('/', '\\/'),
	text => inJson(text).replaceAll(/[&<>]/g, sign => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`),
];

/** Each spelling of a text, and what is put in its place. */
const spelled = (actual: string, shown: string): ReadonlyMap<string, string> =>
	new Map(spellings.map(spell => [bytesOf(spell(actual)), bytesOf(spell(shown))]));

const bytesOf = (text: string): string => Buffer.from(text).toString('latin1');

/** A text that stands between spaces, quotes and the like. */
const wordOf = (text: string): RegExp =>
	new RegExp(`(^|[\\s"'=:,;[(])${text.replaceAll(/[\\^$.*+?()[\]{}|/]/g, '\\$&')}(?=$|[\\s"',;\\])])`, 'g');

import {redactedMark} from '../query/redacted-mark.js';
import type {Entry} from '../store/store.js';
import type {Kind} from './find-secrets.js';
import {type Hidden, hiddenIn, type KnownText, redacting, withoutHidden} from './redact-text.js';
import {remembering} from './remembering.js';
import {shortAddress} from './short-address.js';

/** Where an entry that shows less than the log has keeps the one that shows all. No output takes it along. */
const actualKey = Symbol('actual');

type RedactedEntry = Entry & {readonly [actualKey]?: Entry};

/** Fields of an entry that may hold what isn't for everyone. */
type RedactedField =
	| 'ip'
	| 'peerIp'
	| 'method'
	| 'url'
	| 'protocol'
	| 'referer'
	| 'userAgent'
	| 'user'
	| 'host'
	| 'forwardedFor'
	| 'upstream';

/** In which way what is secret is looked for in those of which a part is hidden. */
const kinds: Readonly<Record<Exclude<RedactedField, 'ip' | 'peerIp' | 'user'>, Kind>> = {
	method: 'text',
	url: 'url',
	protocol: 'text',
	referer: 'url',
	userAgent: 'text',
	host: 'host',
	forwardedFor: 'text',
	upstream: 'host',
};

/**
 * How each of these fields is shown: the one place that says so. An address is written as the network that it is in; a
 * client that is told by its name is hidden, and so is the user.
 */
export const shownTexts: Readonly<Record<RedactedField, (text: string) => string>> = {
	ip: remembering(text => shortAddress(text) ?? redactedMark),
	peerIp: remembering(text => shortAddress(text) ?? redactedMark),
	method: remembering(redacting(kinds.method)),
	url: remembering(redacting(kinds.url)),
	protocol: remembering(redacting(kinds.protocol)),
	referer: remembering(redacting(kinds.referer)),
	userAgent: remembering(redacting(kinds.userAgent)),
	user: () => redactedMark,
	host: remembering(redacting(kinds.host)),
	forwardedFor: remembering(redacting(kinds.forwardedFor)),
	upstream: remembering(redacting(kinds.upstream)),
};

/** What is hidden in such texts, a sign for each byte. */
const hiddenOf: Readonly<Record<Kind, (text: string) => readonly Hidden[]>> = {
	text: remembering(text => hiddenIn(text, 'text', true)),
	url: remembering(text => hiddenIn(text, 'url', true)),
	host: remembering(text => hiddenIn(text, 'host', true)),
};

/** The same for the fields that there are. */
export const redactedFields = Object.keys(shownTexts) as readonly RedactedField[];

/** The entry as the log has it, for asking the store: nothing of it is to be shown. */
export function actualEntry(entry: Entry): Entry {
	return (entry as RedactedEntry)[actualKey] ?? entry;
}

/** Whether an entry shows less than the log has. */
export function isRedacted(entry: Entry): boolean {
	return actualEntry(entry) !== entry;
}

/** The entry without what is secret in it. */
export function redactedEntry(entry: Entry): Entry {
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
}

/** What was read of a line, as the log has it. */
export type KnownTexts = {readonly [Field in RedactedField]?: string | null};

/**
 * A line of a log without what is secret in it, as far as that can be told: what the entry that was made of it has, as
 * for the entry; the rest by what it looks like. Addresses become others, so that it can still be read as a line.
 */
export function redactedLine(line: Uint8Array, known: KnownTexts = {}): Uint8Array {
	// One character for each byte: whatever isn't hidden stays as it is, be it text or not.
	const text = Buffer.from(line.buffer, line.byteOffset, line.length).toString('latin1');
	return Buffer.from(withoutHidden(text, hiddenIn(text, 'text', true, knownTexts(known))), 'latin1');
}

/** What is hidden of what was read of a line, by the texts themselves: they stand somewhere in it, encoded or not. */
function knownTexts(known: KnownTexts): readonly KnownText[] {
	return redactedFields.flatMap((field): readonly KnownText[] => {
		const actual = known[field] ?? '';
		const text = bytesOf(actual);
		if (field === 'ip' || field === 'peerIp' || field === 'user') {
			// Addresses are found without being known.
			const isHidden = text !== '' && text !== '-' && (field === 'user' || shortAddress(actual) === null);
			return isHidden
				? [{text, hidden: [{start: 0, end: text.length, instead: redactedMark}], isWord: true}]
				: [];
		}
		const hidden = hiddenOf[kinds[field]](text);
		return hidden.length === 0 ? [] : [{text, hidden, isWord: false}];
	});
}

/** The bytes of a text, a sign for each. One that was none of UTF-8 is written as `\xE9` in what was read. */
function bytesOf(text: string): string {
	return Buffer.from(text).toString('latin1');
}

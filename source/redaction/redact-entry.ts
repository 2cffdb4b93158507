import {redactedMark} from '../query/redacted-mark.js';
import type {Entry} from '../store/store.js';
import type {Kind} from './find-secrets.js';
import {type Hidden, type KnownText, TextRedactor, withoutHidden} from './redact-text.js';
import {remembering} from './remembering.js';
import type {SecretNames} from './secret-name.js';
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

/** The fields that may be shown otherwise, in the order in which a line is looked through for them. */
export const redactedFields: readonly RedactedField[] = [
	...(['ip', 'peerIp', 'method', 'url', 'protocol', 'referer', 'userAgent', 'user'] as const),
	...(['host', 'forwardedFor', 'upstream'] as const),
];

/** The entry as the log has it, for asking the store: nothing of it is to be shown. */
export function actualEntry(entry: Entry): Entry {
	return (entry as RedactedEntry)[actualKey] ?? entry;
}

/** Whether an entry shows less than the log has. */
export function isRedacted(entry: Entry): boolean {
	return actualEntry(entry) !== entry;
}

/** What was read of a line, as the log has it. */
export type KnownTexts = {readonly [Field in RedactedField]?: string | null};

/** The bytes of a text, a sign for each. One that was none of UTF-8 is written as `\xE9` in what was read. */
function bytesOf(text: string): string {
	return Buffer.from(text).toString('latin1');
}

/** Shows entries, and their lines, without what is secret in them. */
export class EntryRedactor {
	readonly texts: TextRedactor;
	/**
	 * How each of these fields is shown: the one place that says so. An address is written as the network that it is in; a
	 * client that is told by its name is hidden, and so is the user.
	 */
	readonly shownTexts: Readonly<Record<RedactedField, (text: string) => string>>;
	/** What is hidden in such texts, a sign for each byte. */
	readonly #hiddenOf: Readonly<Record<Kind, (text: string) => readonly Hidden[]>>;

	/** @param names - what counts as a secret's name */
	constructor(names?: SecretNames) {
		const texts = new TextRedactor(names);
		const address = (text: string): string => shortAddress(text) ?? redactedMark;
		const redacting = (field: keyof typeof kinds) => remembering(text => texts.redact(text, kinds[field]));
		const hidden = (kind: Kind) => remembering(text => texts.hiddenIn(text, kind, true));
		this.texts = texts;
		this.shownTexts = {
			ip: remembering(address),
			peerIp: remembering(address),
			method: redacting('method'),
			url: redacting('url'),
			protocol: redacting('protocol'),
			referer: redacting('referer'),
			userAgent: redacting('userAgent'),
			user: () => redactedMark,
			host: redacting('host'),
			forwardedFor: redacting('forwardedFor'),
			upstream: redacting('upstream'),
		};
		this.#hiddenOf = {text: hidden('text'), url: hidden('url'), host: hidden('host')};
	}

	/** The entry without what is secret in it. */
	entry(entry: Entry): Entry {
		if (isRedacted(entry)) {
			return entry;
		}
		const texts: Partial<Record<RedactedField, string | null>> = {};
		for (const field of redactedFields) {
			const text = entry[field];
			texts[field] = text === null ? null : this.shownTexts[field](text);
		}
		const redacted: RedactedEntry = {...entry, ...texts, [actualKey]: entry};
		return redacted;
	}

	/**
	 * A line of a log without what is secret in it, as far as that can be told: what the entry that was made of it has, as
	 * for the entry; the rest by what it looks like. Addresses become others, so that it can still be read as a line.
	 */
	line(line: Uint8Array, known: KnownTexts = {}): Uint8Array {
		// One character for each byte: whatever isn't hidden stays as it is, be it text or not.
		const text = Buffer.from(line.buffer, line.byteOffset, line.length).toString('latin1');
		const hidden = this.texts.hiddenIn(text, 'text', true, this.#knownTexts(known));
		return Buffer.from(withoutHidden(text, hidden), 'latin1');
	}

	/** What is hidden of what was read of a line, by the texts themselves: they stand somewhere in it, encoded or not. */
	#knownTexts(known: KnownTexts): readonly KnownText[] {
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
			const hidden = this.#hiddenOf[kinds[field]](text);
			return hidden.length === 0 ? [] : [{text, hidden, isWord: false}];
		});
	}
}

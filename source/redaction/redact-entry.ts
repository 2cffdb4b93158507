import type {LogValue} from '../entries/log-fields/log-value.js';
import {shortAddress} from '../entries/values/network.js';
import {fieldTable, type TextField, textFields} from '../fields/fields.js';
import type {LogFieldName} from '../query/log-field-name.js';
import {nameOfLogField} from '../query/log-field-name.js';
import {redactedMark} from '../query/redacted-mark.js';
import type {Entry} from '../store/store.js';
import {briefText, isLong} from './brief-text.js';
import {type Kind, valueName} from './find-secrets.js';
import {hiddenInName} from './hidden-in-name.js';
import {looksRandom} from './looks-random.js';
import {type Hidden, type KnownText, TextRedactor, withoutHidden} from './redact-text.js';
import {remembering} from './remembering.js';
import {mayBeSecretName, SecretNames} from './secret-name.js';

/** Key under which a redacted entry keeps the actual one. No output contains it, because it is a symbol. */
const actualKey = Symbol('actual');

/** Key under which it keeps the entry for the screen, if the entry has a long string. */
const briefKey = Symbol('brief');

type RedactedEntry = Entry & {readonly [actualKey]?: Entry; readonly [briefKey]?: Entry};

/** Fields that may be redacted. `line` searches for their values in this order. */
export const redactedFields = textFields;

/** Returns the kind of a partly hidden field, for the search for secrets; null for an address and for a hidden field. */
function kindOf(field: TextField): Kind | null {
	const {redacted} = fieldTable[field];
	return redacted === 'address' || redacted === 'hidden' ? null : redacted;
}

/** Returns the entry as in the log, for queries to the store. Don't show any of it. */
export function actualEntry(entry: Entry): Entry {
	return (entry as RedactedEntry)[actualKey] ?? entry;
}

/**
 * Returns the entry as shown on the screen: only the start of long strings is redacted, which takes less time. Returns the same
 * entry if it has no long string.
 */
export function briefEntry(entry: Entry): Entry {
	return (entry as RedactedEntry)[briefKey] ?? entry;
}

/** Defines a property that is computed when it is first read. */
function defineLate(object: object, name: PropertyKey, make: () => unknown): void {
	const define = (property: PropertyDescriptor): void => {
		// A copy of an entry needs no symbols.
		Object.defineProperty(object, name, {
			configurable: true,
			enumerable: typeof name === 'string',
			...property,
		});
	};
	define({
		get() {
			const value = make();
			define({value});
			return value;
		},
	});
}

/** True if an entry shows less than the log contains. */
export function isRedacted(entry: Entry): boolean {
	return actualEntry(entry) !== entry;
}

/** Field values of a parsed line, not redacted. */
export type KnownTexts = {readonly [Field in TextField]?: string | null};

/** Returns the UTF-8 bytes of a string, one character each. Bytes that weren't valid UTF-8 appear as `\xE9` in parsed values. */
function bytesOf(text: string): string {
	return Buffer.from(text).toString('latin1');
}

/** Redacts entries and their lines. */
export class EntryRedactor {
	readonly texts: TextRedactor;
	/**
	 * Functions that return the shown value of each field; no other code decides this. An address becomes its network. The user is
	 * hidden, and so is a client with a name instead of an address.
	 */
	readonly shownTexts: Readonly<Record<TextField, (text: string) => string>>;
	/** Returns the shown name of a log field. A name is text of the log, like a value. */
	readonly shownField: (field: LogFieldName) => LogFieldName;
	readonly #names: SecretNames;
	readonly #logText: (text: string) => string;
	/** Returns the hidden ranges of a string with one character per byte. */
	readonly #hiddenOf: Readonly<Record<Kind, (text: string) => readonly Hidden[]>>;

	/** @param names - names whose values are secret */
	constructor(names = new SecretNames()) {
		const texts = new TextRedactor(names);
		const address = (text: string): string => shortAddress(text) ?? redactedMark;
		const hidden = (kind: Kind) => remembering(text => texts.hiddenIn(text, kind, true));
		this.texts = texts;
		this.#names = names;
		const shownName = remembering(name => withoutHidden(name, hiddenInName(name, texts, names)));
		this.shownField = field => `@${shownName(nameOfLogField(field))}`;
		this.#logText = remembering(text => texts.redact(text, 'text'));
		const shownAs = (field: TextField): ((text: string) => string) => {
			const kind = kindOf(field);
			if (kind !== null) {
				return remembering(text => texts.redact(text, kind));
			}
			return fieldTable[field].redacted === 'address' ? remembering(address) : () => redactedMark;
		};
		this.shownTexts = Object.fromEntries(textFields.map(field => [field, shownAs(field)])) as Record<
			TextField,
			(text: string) => string
		>;
		this.#hiddenOf = {text: hidden('text'), url: hidden('url'), host: hidden('host')};
	}

	/** Returns the redacted entry. */
	entry(entry: Entry): Entry {
		if (isRedacted(entry)) {
			return entry;
		}
		return this.#redacted(entry, false);
	}

	#redacted(entry: Entry, isBrief: boolean): RedactedEntry {
		const texts: Partial<Record<TextField, string | null>> = {};
		const late: [TextField, string][] = [];
		for (const field of redactedFields) {
			const text = entry[field];
			if (text !== null && isLong(text)) {
				late.push([field, text]);
			} else {
				texts[field] = text === null ? null : this.shownTexts[field](text);
			}
		}
		const fields = this.#fieldsOf(entry.fields, isBrief);
		const redacted: RedactedEntry = {...entry, ...texts, fields, [actualKey]: entry};
		// Computed late, because most aren't shown.
		for (const [field, text] of late) {
			defineLate(redacted, field, () => (isBrief ? this.briefly(field, text) : this.shownTexts[field](text)));
		}
		if (!isBrief && (late.length > 0 || Object.values(entry.fields).some(text => isLong(text ?? '')))) {
			defineLate(redacted, briefKey, () => this.#redacted(entry, true));
		}
		return redacted;
	}

	/** Returns the value of a field as shown on the screen. */
	briefly(field: TextField, text: string): string {
		const kind = kindOf(field);
		return kind !== null && isLong(text)
			? briefText(text, part => this.texts.hiddenIn(part, kind))
			: this.shownTexts[field](text);
	}

	#fieldsOf(fields: Entry['fields'], isBrief: boolean): Entry['fields'] {
		const names = Object.keys(fields);
		if (names.length === 0) {
			return fields;
		}
		const shown: Entry['fields'] = Object.fromEntries(
			names.map(name => {
				const text = fields[name] ?? null;
				return [name, text === null || isLong(text) ? null : this.logFieldText(name, text)];
			}),
		);
		for (const name of names) {
			const text = fields[name] ?? '';
			if (isLong(text)) {
				defineLate(shown, name, () => this.logFieldText(name, text, isBrief));
			}
		}
		return shown;
	}

	/**
	 * Returns the shown value of the log field with this name. A value with a secret name is hidden, and so is the value of a pair
	 * such as `{"name": "Cookie", "value": …}`, whose name is in another log field.
	 * @param isBrief - true for the screen, see `briefEntry`
	 */
	logFieldText(name: string, text: string, isBrief = false): string {
		const parts = name.split('.');
		const isOfPair = parts.length > 1 && valueName.test(parts.at(-1) ?? '');
		const isSecret = isOfPair || this.#names.has(name) || (mayBeSecretName(name) && looksRandom(text));
		if (isSecret) {
			return redactedMark;
		}
		return isBrief && isLong(text)
			? briefText(text, part => this.texts.hiddenIn(part, 'text'))
			: this.#logText(text);
	}

	/** Returns the shown form of a named value of a line. */
	logValue(value: LogValue): LogValue {
		const elements = value.elements === null ? null : this.#listed(value.name, value.elements);
		const text = elements?.join(', ') ?? this.logFieldText(value.name, value.text);
		return {...value, text, elements};
	}

	/** Redacts the elements of a list. Names and values may alternate in it. */
	#listed(name: string, elements: readonly string[]): readonly string[] {
		const shown = elements.map(text => this.logFieldText(name, text));
		const redacted = this.#logText(JSON.stringify(elements));
		return shown.map((text, index) =>
			redacted.includes(JSON.stringify(elements[index])) ? text : redactedMark,
		);
	}

	/**
	 * Redacts the detectable secrets of a line. Values of the parsed entry are redacted as in the entry, the rest by its form.
	 * Addresses become other addresses, so that the line can still be parsed.
	 */
	line(line: Uint8Array, known: KnownTexts = {}): Uint8Array {
		// One character per byte, so that all other bytes stay unchanged, whether they are valid text or not.
		const text = Buffer.from(line.buffer, line.byteOffset, line.length).toString('latin1');
		const hidden = this.texts.hiddenIn(text, 'text', true, this.#knownTexts(known));
		return Buffer.from(withoutHidden(text, hidden), 'latin1');
	}

	/** Redacts a line of unknown format for the screen, which shows only the start of a long line. */
	briefLine(line: Uint8Array): Uint8Array {
		const text = Buffer.from(line.buffer, line.byteOffset, line.length).toString('latin1');
		return isLong(text)
			? Buffer.from(
					briefText(text, part => this.texts.hiddenIn(part, 'text', true)),
					'latin1',
				)
			: this.line(line);
	}

	/** Returns the hidden ranges of the parsed values. The values occur somewhere in the line, encoded or not. */
	#knownTexts(known: KnownTexts): readonly KnownText[] {
		return redactedFields.flatMap((field): readonly KnownText[] => {
			const actual = known[field] ?? '';
			const text = bytesOf(actual);
			const kind = kindOf(field);
			if (kind === null) {
				// Addresses are detected by their form.
				const isAddress = fieldTable[field].redacted === 'address' && shortAddress(actual) !== null;
				const isHidden = text !== '' && text !== '-' && !isAddress;
				return isHidden
					? [{text, hidden: [{start: 0, end: text.length, instead: redactedMark}], isWord: true}]
					: [];
			}
			const hidden = this.#hiddenOf[kind](text);
			return hidden.length === 0 ? [] : [{text, hidden, isWord: false}];
		});
	}
}

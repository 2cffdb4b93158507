import {replaceUnsafe} from '../format/sanitise.js';
import {clientClass} from '../query/bots/client-class.js';
import type {Entry} from '../store/store.js';
import {isoTime} from './iso-time.js';

/** The fields of printed entries, in their order. The first six are always there. */
export const printedFields = [
	'status',
	'ip',
	'method',
	'url',
	'time',
	'token',
	'protocol',
	'bytes',
	'referer',
	'userAgent',
	'user',
	'host',
	'forwardedFor',
	'upstream',
	'durationMs',
	'format',
	'file',
	'offset',
	'peerIp',
	'timeSource',
	'incomplete',
] as const satisfies ReadonlyArray<keyof Entry>;

const alwaysThere = 6;

/** Of one machine there is no source. */
const usualFields: readonly PrintedField[] = [...printedFields, 'source'];

/** What can be printed of an entry: its fields, and what is told by them when that is asked for. */
export type PrintedField = (typeof printedFields)[number] | 'route' | 'client' | 'source';

/** A printed value: times as ISO 8601 in UTC; of what is incomplete, that it is. */
export function printedValue(entry: Entry, field: PrintedField): string | number | true | null {
	switch (field) {
		case 'time':
			return entry.time === null ? null : isoTime(entry.time);
		case 'incomplete':
			return entry.incomplete ? true : null;
		case 'route':
			return entry.url === null ? null : entry.routes.of(entry.url).route;
		case 'client':
			return clientClass(entry.userAgent);
		default:
			return entry[field];
	}
}

/**
 * What a terminal would act on or not show, other than the controls that JSON escapes anyway: DEL, C1, the characters
 * of category Format, bidi controls among them, and what is invisible.
 */
const unsafe = /[\u007f-\u009f\p{Cf}\p{Default_Ignorable_Code_Point}\u2028\u2029]/gu;

function escaped(character: string): string {
	return Array.from(
		{length: character.length},
		(_, index) => `\\u${character.charCodeAt(index).toString(16).padStart(4, '0')}`,
	).join('');
}

/** What nearly all lines are: asked before, as looking for all the others in each line took a fifth of the time. */
const printableAscii = /^[\x20-\x7e]*$/;

/** JSON on one line, exact, and no part of it is taken for a control when somebody looks at it. */
export function harmlessJson(value: object): string {
	const json = JSON.stringify(value);
	return printableAscii.test(json) ? json : json.replace(unsafe, escaped);
}

/**
 * An entry as one line of JSON, without the line end. Its texts are exact, and no part of them is taken for a control
 * when somebody looks at the output.
 * @param fields - nothing but these, null where the line doesn't have them; without it all that it has
 */
export function jsonLine(entry: Entry, fields?: readonly PrintedField[]): string {
	const object: Record<string, string | number | true | null> = {};
	for (const [index, field] of (fields ?? usualFields).entries()) {
		const value = printedValue(entry, field);
		if (value !== null || fields !== undefined || index < alwaysThere) {
			object[field] = value;
		}
	}
	return harmlessJson(object);
}

/** The same for a terminal: by JSON's escapes, so that it means the same, nothing stacks up or joins either. */
export function safeJsonLine(entry: Entry, fields?: readonly PrintedField[]): string {
	return replaceUnsafe(jsonLine(entry, fields), escaped);
}

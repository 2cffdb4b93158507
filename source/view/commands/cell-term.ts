import {minute} from '../../durations.js';
import type {Column} from '../../format/columns.js';
import {clientClass} from '../../query/bots/client-class.js';
import {termFor, valueText} from '../../query/terms.js';
import type {Entry} from '../../store/store.js';

/**
 * The term for the requests with the value that an entry has in a column, or without it; for its time, those of that
 * minute. Null where there is none.
 * @param zoneAt - minutes east of UTC at a time, by which a search's times are read
 */
export function cellTerm(
	column: Column,
	entry: Entry,
	isWanted: boolean,
	zoneAt: (time: number) => number,
): string | null {
	switch (column) {
		case 'status':
			return termFor('status', entry.status === null ? null : String(entry.status), isWanted);
		case 'ip':
		case 'method':
		case 'url':
		case 'host':
		case 'user':
		case 'referer':
		case 'file':
		case 'source':
			return termFor(column, entry[column], isWanted);
		case 'time':
			return entry.time === null ? null : minuteTerm(entry.time, isWanted, zoneAt);
		case 'token':
			return `${isWanted ? '' : '-'}token:${entry.token}`;
		case 'agent':
			return termFor('userAgent', entry.userAgent, isWanted);
		case 'route':
			return termFor('route', entry.url === null ? null : entry.routes.of(entry.url).route, isWanted);
		case 'client':
			return clientTerm(entry.userAgent, isWanted);
		case 'protocol':
			return plainTerm('protocol', entry.protocol && valueText('host', entry.protocol), isWanted);
		case 'bytes':
			return numberTerm('bytes', entry.bytes, isWanted);
		case 'duration':
			return numberTerm('duration', entry.durationMs, isWanted);
	}
}

/** Bots and tools are one to the search. */
function clientTerm(userAgent: string | null, isWanted: boolean): string | null {
	const found = clientClass(userAgent);
	// Of an agent that is empty nothing is known, and it is one all the same.
	return found === null && userAgent !== null
		? null
		: termFor('client', found === null ? null : found === 'browser' ? 'person' : 'bot', isWanted);
}

/** @param text - null: the entry has no value */
function plainTerm(field: string, text: string | null, isWanted: boolean): string {
	return text === null ? `${isWanted ? '-' : ''}${field}:*` : `${isWanted ? '' : '-'}${field}:${text}`;
}

/** Searches have no numbers with an exponent. */
function numberTerm(field: string, value: number | null, isWanted: boolean): string | null {
	const text = value === null ? null : String(value);
	return text?.includes('e') ? null : plainTerm(field, text, isWanted);
}

function minuteTerm(time: number, isWanted: boolean, zoneAt: (time: number) => number): string | null {
	const wall = new Date(time + zoneAt(time) * minute);
	// Years of more than four digits can't be written.
	const text = Number.isNaN(wall.getTime()) ? '' : wall.toISOString();
	return /^\d{4}-/.test(text) ? `${isWanted ? '' : '-'}on:${text.slice(0, 16)}` : null;
}

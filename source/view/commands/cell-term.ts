import {minute} from '../../durations.js';
import {agentFamily} from '../../fields/agent-family.js';
import {fieldTable, isAmount} from '../../fields/fields.js';
import {logFieldOf} from '../../format/cells.js';
import {type Column, columnTable} from '../../format/columns.js';
import {clientClass} from '../../query/bots/client-class.js';
import {isLogFieldName} from '../../query/log-field-name.js';
import {termFor, valueText} from '../../query/terms.js';
import type {Entry} from '../../store/store.js';

/**
 * Returns the search term for the requests with or without an entry's value in a column; for its time, the requests of that
 * minute. Returns null if there is no such term.
 * @param zoneAt - returns the offset by which the search reads times, in minutes east of UTC
 */
export function cellTerm(
	column: Column,
	entry: Entry,
	isWanted: boolean,
	zoneAt: (time: number) => number,
): string | null {
	if (isLogFieldName(column)) {
		// Undefined if the line hasn't been read yet.
		const value = logFieldOf(entry, column);
		return value === undefined ? null : termFor(column, value, isWanted);
	}
	const {field} = columnTable[column];
	switch (field) {
		case 'status':
			return termFor('status', entry.status === null ? null : String(entry.status), isWanted);
		case 'time':
			return entry.time === null ? null : minuteTerm(entry.time, isWanted, zoneAt);
		case 'token':
			return `${isWanted ? '' : '-'}token:${entry.token}`;
		case 'route':
			return termFor('route', entry.url === null ? null : entry.routes.of(entry.url).route, isWanted);
		case 'client':
			return clientTerm(entry.userAgent, isWanted);
		case 'family':
			return termFor('family', agentFamily(entry.userAgent), isWanted);
		case 'protocol':
			return plainTerm('protocol', entry.protocol && valueText('host', entry.protocol), isWanted);
		default:
			if (isAmount(field)) {
				return numberTerm(fieldTable[field].search.name, entry[field], isWanted);
			}
			return termFor(field, entry[field], isWanted);
	}
}

/** The search doesn't distinguish bots and tools. */
function clientTerm(userAgent: string | null, isWanted: boolean): string | null {
	const found = clientClass(userAgent);
	// An empty user agent has no class, but isn't a missing value either.
	return found === null && userAgent !== null
		? null
		: termFor('client', found === null ? null : found === 'browser' ? 'person' : 'bot', isWanted);
}

/** @param text - null if the entry has no value */
function plainTerm(field: string, text: string | null, isWanted: boolean): string {
	return text === null ? `${isWanted ? '-' : ''}${field}:*` : `${isWanted ? '' : '-'}${field}:${text}`;
}

/** The search doesn't support numbers with an exponent. */
function numberTerm(field: string, value: number | null, isWanted: boolean): string | null {
	const text = value === null ? null : String(value);
	return text?.includes('e') ? null : plainTerm(field, text, isWanted);
}

function minuteTerm(time: number, isWanted: boolean, zoneAt: (time: number) => number): string | null {
	const wall = new Date(time + zoneAt(time) * minute);
	// The search doesn't support years of more than four digits.
	const text = Number.isNaN(wall.getTime()) ? '' : wall.toISOString();
	return /^\d{4}-/.test(text) ? `${isWanted ? '' : '-'}on:${text.slice(0, 16)}` : null;
}

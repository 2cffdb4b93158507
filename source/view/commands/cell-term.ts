import type {Column} from '../../listing/columns.js';
import {termFor} from '../../query/terms.js';
import type {Entry} from '../../store/store.js';

const minute = 60_000;

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
			return termFor(column, entry[column], isWanted);
		case 'time':
			return entry.time === null ? null : minuteTerm(entry.time, isWanted, zoneAt);
		case 'token':
			return `${isWanted ? '' : '-'}token:${entry.token}`;
	}
}

function minuteTerm(time: number, isWanted: boolean, zoneAt: (time: number) => number): string | null {
	const wall = new Date(time + zoneAt(time) * minute);
	// Years of more than four digits can't be written.
	const text = Number.isNaN(wall.getTime()) ? '' : wall.toISOString();
	return /^\d{4}-/.test(text) ? `${isWanted ? '' : '-'}on:${text.slice(0, 16)}` : null;
}

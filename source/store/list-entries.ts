import type {EntryIndex, Listed} from '../index/entry-index.js';
import type {RowFilter} from '../index/row-bits.js';
import type {Key} from '../index/walk.js';
import type {Cursor, Position} from './store.js';

/** Lists up to `size` entries of a page that pass the filter, newest first. */
export function listEntries(
	index: EntryIndex,
	cursor: Cursor,
	size: number,
	filter: RowFilter | undefined,
): Listed {
	const key = ({time, file, offset}: Position): Key => index.keyOf(time, file, offset);
	switch (cursor.from) {
		case 'newest': {
			const {notAfter} = cursor;
			// Sorts after every entry of that time.
			const key =
				notAfter === undefined ? undefined : {time: notAfter, fileOrder: Number.POSITIVE_INFINITY, offset: 0};
			return index.older(key, size, false, filter);
		}
		case 'oldest':
			return index.newer(undefined, size, filter);
		case 'at':
			return index.older(key(cursor.position), size, true, filter);
		case 'older':
			return index.older(key(cursor.position), size, false, filter);
		case 'newer':
			return index.newer(key(cursor.position), size, filter);
	}
}

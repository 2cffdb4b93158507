import type {EntryIndex, Listed} from '../index/entry-index.js';
import type {RowFilter} from '../index/row-bits.js';
import type {Key} from '../index/walk.js';
import type {Cursor, Position} from './store.js';

/** The entries to list. */
type Listable = {
	readonly index: EntryIndex;
	/** Selects the wanted entries; undefined for all. */
	readonly filter: RowFilter | undefined;
	/** Number of wanted entries. */
	readonly count: number;
};

/** Lists up to `size` entries of a page in an order by time. */
export function listEntries(listable: Listable, cursor: Cursor, size: number): Listed {
	return cursor.order === '-time' ? oldestFirst(listable, cursor, size) : newestFirst(listable, cursor, size);
}

function newestFirst({index, filter}: Listable, cursor: Cursor, size: number): Listed {
	switch (cursor.from) {
		case 'newest': {
			const {notAfter} = cursor;
			// Sorts after every entry of that time.
			const key =
				notAfter === undefined ? undefined : {time: notAfter, fileOrder: Number.POSITIVE_INFINITY, offset: 0};
			return index.older(key, size, false, filter);
		}
		case 'oldest':
			return index.newer(undefined, size, false, filter);
		case 'at':
			return index.older(keyOf(index, cursor.position), size, true, filter);
		case 'older':
			return index.older(keyOf(index, cursor.position), size, false, filter);
		case 'newer':
			return index.newer(keyOf(index, cursor.position), size, false, filter);
	}
}

function oldestFirst({index, filter, count}: Listable, cursor: Cursor, size: number): Listed {
	const mirrored = ({refs, newer}: Listed): Listed => ({
		refs: refs.toReversed(),
		newer: refs.length === 0 ? 0 : count - newer - refs.length,
	});
	switch (cursor.from) {
		case 'newest':
			return mirrored(index.newer(undefined, size, false, filter));
		case 'oldest':
			return mirrored(index.older(undefined, size, false, filter));
		case 'at':
			return mirrored(index.newer(keyOf(index, cursor.position), size, true, filter));
		case 'older':
			return mirrored(index.newer(keyOf(index, cursor.position), size, false, filter));
		case 'newer':
			return mirrored(index.older(keyOf(index, cursor.position), size, false, filter));
	}
}

function keyOf(index: EntryIndex, {time, file, offset}: Position): Key {
	return index.keyOf(time, file, offset);
}

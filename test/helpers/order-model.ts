import type {Order} from '../../source/query/order.js';
import type {Entry, Position} from '../../source/store/store.js';

/** Returns a negative number if the first position precedes the second one in an order. */
export function comparePositions(order: Order, a: Position, b: Position): number {
	const newestFirst = b.time - a.time || b.file - a.file || b.offset - a.offset;
	switch (order) {
		case 'time':
			return newestFirst;
		case '-time':
			return -newestFirst;
		case 'duration':
			return (b.durationMs ?? -1) - (a.durationMs ?? -1) || newestFirst;
		case 'bytes':
			return (b.bytes ?? -1) - (a.bytes ?? -1) || newestFirst;
	}
}

/** Sorts entries that are newest first. Keeps equal ones in this order, which the files of a store decide, too. */
export function inOrder(newestFirst: readonly Entry[], order: Order): readonly Entry[] {
	return order === '-time'
		? newestFirst.toReversed()
		: order === 'time'
			? newestFirst
			: newestFirst.toSorted((a, b) => costOf(b, order) - costOf(a, order));
}

function costOf({durationMs, bytes}: Entry, order: 'duration' | 'bytes'): number {
	return (order === 'duration' ? durationMs : bytes) ?? -1;
}

/** Orders of requests: newest first, oldest first, and by cost, the largest first. By cost, equal requests are newest first. */
export const orders = ['time', '-time', 'duration', 'bytes'] as const;
export type Order = (typeof orders)[number];

/** Orders by a number of the request. Requests without it are sorted last. */
export type CostOrder = 'duration' | 'bytes';

/** Returns the order to which a key switches from an order. */
export function nextOrder(order: Order): Order {
	return ({time: 'duration', duration: 'bytes', bytes: '-time', '-time': 'time'} as const)[order];
}

/** The requests that the order shows first, as a word. */
const firstOnes: Readonly<Record<Order, string>> = {
	time: 'newest',
	'-time': 'oldest',
	duration: 'slowest',
	bytes: 'largest',
};

/** Describes the requests that an order shows first: `slowest`. */
export function firstOf(order: Order): string {
	return firstOnes[order];
}

/** Returns the displayed name of an order: `slowest first`. */
export function orderText(order: Order): string {
	return `${firstOf(order)} first`;
}

/** Returns true for an order by a number of the request. */
export function isByCost(order: Order): order is CostOrder {
	return order === 'duration' || order === 'bytes';
}

/** Returns the column that an order sorts by. */
export function columnOf(order: Order): 'time' | CostOrder {
	return order === '-time' ? 'time' : order;
}

import type {Command} from '../../keys/command.js';
import type {Order} from '../../query/order.js';
import type {Entry} from '../../store/store.js';

/** A place that the user has visited: the search with its period and order, the open panels, and the selected request. */
export type Place = {
	/** The search. */
	readonly text: string;
	readonly order: Order;
	/** The commands of the open panels, the one opened or focused last at the end. */
	readonly panels: readonly Command[];
	/** The selected request; null if the listing follows. */
	readonly entry: Entry | null;
};

/** The visited places, oldest first. */
export type Places = {
	/**
	 * Adds a place, and drops the ones after the current place. A place with the same search and panels replaces the current place;
	 * otherwise each row would be a place.
	 */
	visit(place: Place): void;
	/** Replaces the current place. For example, a smaller screen may show only a part of it. */
	replace(place: Place): void;
	/** Goes to the place before or after the current one and returns it; null at the end of the list. */
	step(by: 1 | -1): Place | null;
};

/** Maximum number of places. */
const maxPlaces = 100;

/** Returns an empty history. */
export function placesVisited(): Places {
	let places: readonly Place[] = [];
	let at = -1;
	const replace = (place: Place): void => {
		places = places.with(at, place);
	};
	return {
		replace,
		visit(place) {
			const current = places[at];
			if (current && isSame(current, place)) {
				replace(place);
				return;
			}
			places = [...places.slice(0, at + 1), place].slice(-maxPlaces);
			at = places.length - 1;
		},
		step(by) {
			const next = places[at + by];
			if (next === undefined) {
				return null;
			}
			at += by;
			return next;
		},
	};
}

function isSame(a: Place, b: Place): boolean {
	return a.text === b.text && a.order === b.order && a.panels.join(' ') === b.panels.join(' ');
}

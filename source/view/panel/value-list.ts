import type {Command} from '../keys/command.js';
import {firstShown, type ListPlace, listStart, movedPlace, selectedIndex} from './list-place.js';
import type {PanelScene} from './open-panel.js';

/** The values that a panel lists to be searched for, as far as all such lists are alike. */
export type ValueList = {
	/** Why the last command did nothing; mostly empty. */
	readonly remark: string;
	/** The index of the selected value; null when none is. */
	selected(): number | null;
	/** The index of the first value to show. */
	first(room: number): number;
	/** Does what a command asks for; false when it means nothing here. */
	take(command: Command, scene: PanelScene): boolean;
};

/** What of a list is its own. */
export type ValueListOptions = {
	/** What names the values, in their order. */
	keys(): readonly string[];
	/** The term for the requests with one of the values, or, unless `isWanted`, without it; null where there is none. */
	term(index: number, isWanted: boolean): string | null;
	/** Goes to the next list, or to the one before. */
	turn(step: 1 | -1): void;
	/** Puts the values in another order; returns why that can't be, or nothing. */
	reorder(): string;
	/** Values that there is room for. */
	room(scene: PanelScene): number;
	/** Closes the panel. */
	close(): void;
};

/** A list that holds its selection while the values change their places. */
export function valueList({keys, term, turn, reorder, room, close}: ValueListOptions): ValueList {
	let place: ListPlace = listStart;
	let top = 0;
	let remark = '';

	const selected = (): number | null => selectedIndex(place, keys());

	const turnBy = (step: 1 | -1): void => {
		turn(step);
		place = listStart;
		top = 0;
		remark = '';
	};

	/** Searches for the selected value, the first one when none is; false when that can't be. */
	const add = (isWanted: boolean, search: PanelScene['search']): boolean => {
		const index = selected() ?? 0;
		if (index >= keys().length) {
			return false;
		}

		const found = term(index, isWanted);
		remark = found === null ? 'There is no search for that.' : '';
		if (found !== null) {
			search.add(found);
		}

		return found !== null;
	};

	return {
		get remark() {
			return remark;
		},
		selected,
		first: shown => firstShown(top, selected(), shown, keys().length),
		take(command, scene) {
			switch (command) {
				case 'cellLeft':
					turnBy(-1);
					return true;
				case 'cellRight':
				case 'nextTab':
					turnBy(1);
					return true;
				case 'find':
					remark = reorder();
					if (remark === '') {
						place = listStart;
						top = 0;
					}

					return true;
				case 'open':
					if (add(true, scene.search)) {
						close();
					}

					return true;
				case 'wanted':
				case 'unwanted':
					// The panel stays open, so that it should be seen of what there is more or less now.
					if (selected() === null) {
						place = movedPlace(place, 'rowDown', keys(), 1) ?? place;
					} else {
						add(command === 'wanted', scene.search);
					}

					return true;
				default: {
					const moved = movedPlace(place, command, keys(), room(scene));
					if (moved) {
						place = moved;
						remark = '';
						top = firstShown(top, selected(), room(scene), keys().length);
					}

					return moved !== null;
				}
			}
		},
	};
}

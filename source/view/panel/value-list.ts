import type {Command} from '../../keys/command.js';
import {firstShown, type ListPlace, listStart, movedPlace, selectedIndex} from './list-place.js';
import type {PanelScene} from './open-panel.js';
import {isScrolling} from './text-panel.js';

/** Whether a command is for the values, which must be there for it. */
export function isForValues(command: Command): boolean {
	return (
		isScrolling(command) || ['open', 'wanted', 'unwanted', 'copy', 'copyCurl', 'chooseCopy'].includes(command)
	);
}

/** The values that a panel lists to be searched for, as far as all such lists are alike. */
type ValueList = {
	/** Why the last command did nothing; mostly empty. */
	readonly remark: string;
	/** The index of the selected value; null where there are none. */
	selected(): number | null;
	/** The index of the first value to show. */
	first(room: number): number;
	/** Does what a command asks for; false when it means nothing here. */
	take(command: Command, scene: PanelScene): boolean;
	/** Selects a value; the same one again is opened. */
	click(index: number, scene: PanelScene): void;
};

/** What of a list is its own. */
type ValueListOptions = {
	/** What names the values, in their order. */
	keys(): readonly string[];
	/** What the values are the answer to: the same object as long as it is the same question. */
	question(): unknown;
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

/**
 * A list of which a value is always selected: the first one to begin with, and of each answer to another question until
 * one moves about. It stays selected while the values change their places.
 */
export function valueList({keys, question, term, turn, reorder, room, close}: ValueListOptions): ValueList {
	let place: ListPlace = listStart;
	/** Whether it was the user who selected; else what the first value was an answer to. */
	let isMoved = false;
	let begun: {readonly question: unknown} | null = null;
	let top = 0;
	let remark = '';
	let clicked: string | null = null;

	/** What is taken is what was seen to be selected, also when another value has become the first. */
	const settled = (): ListPlace => {
		if (!isMoved && begun?.question !== question()) {
			const [key = null] = keys();
			begun = key === null ? null : {question: question()};
			place = {key, index: 0};
		}

		return place;
	};

	const selected = (): number | null => selectedIndex(settled(), keys());

	const start = (): void => {
		place = listStart;
		begun = null;
		isMoved = false;
		top = 0;
	};

	const turnBy = (step: 1 | -1): void => {
		turn(step);
		// The next list may be the same values in another order.
		if (!isMoved || !keys().some(key => key === place.key)) {
			start();
		}

		remark = '';
	};

	/** Searches for the selected value; false when that can't be. */
	const add = (isWanted: boolean, search: PanelScene['search']): boolean => {
		const index = selected();
		if (index === null) {
			return false;
		}

		const found = term(index, isWanted);
		remark = found === null ? 'There is no search for that.' : '';
		if (found !== null) {
			search.add(found);
		}

		return found !== null;
	};

	const take: ValueList['take'] = (command, scene) => {
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
				if (remark === '' && !isMoved) {
					start();
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
				add(command === 'wanted', scene.search);
				return true;
			default: {
				const moved = movedPlace(settled(), command, keys(), room(scene));
				if (moved === listStart) {
					start();
				} else if (moved && moved.key !== null) {
					place = moved;
					isMoved = true;
					top = firstShown(top, selected(), room(scene), keys().length);
				}

				remark = moved ? '' : remark;
				return moved !== null;
			}
		}
	};

	return {
		get remark() {
			return remark;
		},
		selected,
		first: shown => firstShown(top, selected(), shown, keys().length),
		take,
		click(index, scene) {
			const key = keys()[index];
			if (key === undefined) {
				return;
			}

			if (key === clicked && index === selected()) {
				take('open', scene);
			} else {
				place = {key, index};
				isMoved = true;
				clicked = key;
				remark = '';
				top = firstShown(top, index, room(scene), keys().length);
			}
		},
	};
}

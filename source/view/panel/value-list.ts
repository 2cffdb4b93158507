import type {Command} from '../../keys/command.js';
import type {LiveAnswer, Question} from '../state/live-answer.js';
import {patience} from '../terminal/key-queue.js';
import {firstShown, type ListPlace, listStart, movedPlace, selectedIndex} from './list-place.js';
import type {PanelScene} from './open-panel.js';

/**
 * Checks that a command for the values of a panel has to wait: for the first answer as long as it takes, for the answer to a new
 * question only briefly, because the user can go on with the last one.
 */
export function waitsForValues(
	{isBehind, answer, problem}: Pick<LiveAnswer<Question, unknown>, 'isBehind' | 'answer' | 'problem'>,
	waited: number,
): boolean {
	return (answer === null && problem === null) || (isBehind && waited < patience);
}

/** The shared behaviour of panels that list values to search for. */
type ValueList = {
	/** Reason why the last command did nothing; usually empty. */
	readonly remark: string;
	/** Returns the index of the selected value; null if the list is empty. */
	selected(): number | null;
	/** Returns the index of the first value to show. */
	first(room: number): number;
	/** Executes a command. Returns false if it has no effect here. */
	take(command: Command, scene: PanelScene): boolean;
	/** Selects a value. A second click on the same value opens it. */
	click(index: number, scene: PanelScene): void;
};

/** The specific behaviour of one panel. */
type ValueListOptions = {
	/** Returns the keys of the values, in order. */
	keys(): readonly string[];
	/** Identifies the query that the values answer: the same object for the same query. */
	question(): unknown;
	/** Returns the search term for the requests with a value or, unless `isWanted`, without it; null if there is no such term. */
	term(index: number, isWanted: boolean): string | null;
	/** Switches to the next list or the previous one. */
	turn(step: 1 | -1): void;
	/** Changes the order of the values. Returns the reason if that isn't possible, otherwise ''. */
	reorder(): string;
	/** Returns the number of values that fit. */
	room(scene: PanelScene): number;
	close(): void;
};

/**
 * Returns a list in which a value is always selected. Until the user moves, that is the first value of the answer to each new
 * query. The selection stays on its value when the order changes.
 */
export function valueList({keys, question, term, turn, reorder, room, close}: ValueListOptions): ValueList {
	let place: ListPlace = listStart;
	/** True if the user has selected the value. Otherwise `begun` has the query whose first value is selected. */
	let isMoved = false;
	let begun: {readonly question: unknown} | null = null;
	let top = 0;
	let remark = '';
	let clicked: string | null = null;

	/** Keeps the value that the user saw as selected, even if a different value is first now. */
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
		// The next list may have the same values in a different order.
		if (!isMoved || !keys().some(key => key === place.key)) {
			start();
		}

		remark = '';
	};

	/** Searches for the selected value. Returns false if that isn't possible. */
	const add = (isWanted: boolean, search: PanelScene['search']): boolean => {
		const index = selected();
		if (index === null) {
			remark = 'There is no value to search for.';
			return false;
		}

		const found = term(index, isWanted);
		remark = found === null ? 'There is no search term for this value.' : '';
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
				// The panel stays open to show how the search changes the values.
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

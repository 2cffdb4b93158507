import type {Command} from '../../keys/command.js';
import {isEverything} from '../../query/query.js';
import {termsOf} from '../../query/terms.js';
import {addValue} from '../search/add-value.js';
import type {LiveAnswer, Question} from '../state/live-answer.js';
import {patience} from '../terminal/key-queue.js';
import {type ItemList, itemList} from './item-list.js';
import type {PanelScene} from './open-panel.js';

/**
 * Checks that a command for the values of a panel has to wait: for the first answer as long as it takes, for the answer to a new
 * question only briefly, because the user can continue with the last answer.
 */
export function waitsForValues(
	{isBehind, answer, problem}: Pick<LiveAnswer<Question, unknown>, 'isBehind' | 'answer' | 'problem'>,
	waited: number,
): boolean {
	return (answer === null && problem === null) || (isBehind && waited < patience);
}

/** A list of values to search for. */
type ValueList = Pick<ItemList, 'selected' | 'first'> & {
	/** Reason why the last command did nothing; usually empty. */
	readonly remark: string;
	/** The effect of the last command, if it isn't obvious; usually empty. */
	readonly note: string;
	/** Executes a command. Returns false if it has no effect here. */
	take(command: Command, scene: PanelScene): boolean;
	/** Selects the value on a line, from 0. A second click on the same value opens it. */
	click(line: number, scene: PanelScene): void;
	/**
	 * Returns the search term for the value that the user has moved to, or without a search for the first value. Null if the user
	 * hasn't moved or the search already has the term: then the search is the selection.
	 */
	selection(scene: PanelScene): string | null;
	/** Selects the first value, as if the user hadn't moved. */
	restart(): void;
};

/** The specific behaviour of one panel. */
type ValueListOptions = {
	/** Returns the keys of the values, in order. */
	keys(): readonly string[];
	/** Identifies the query that the values answer: the same object for the same query. */
	question(): unknown;
	/** Returns the search term for the requests with a value or, unless `isWanted`, without it; null if there is no such term. */
	term(index: number, isWanted: boolean): string | null;
	/** Returns the whole search that opening a value begins; null: the current search with its term. Optional: defaults to null. */
	search?(index: number, scene: PanelScene): string | null;
	/** Switches to the next list or the previous one. Optional, if there is only one. */
	turn?(step: 1 | -1): void;
	/** Changes to the next order of the values or the previous one. Optional, if there is only one. */
	reorder?(step: 1 | -1): void;
	/** Returns the number of lines for values. */
	height(scene: PanelScene): number;
	close(): void;
};

/** Returns a list of values that can be turned to another list and sorted in another order. */
export function valueList({
	keys,
	question,
	term,
	search,
	turn,
	reorder,
	height,
	close,
}: ValueListOptions): ValueList {
	const list = itemList({keys, question, height});
	let remark = '';
	let note = '';

	const turnBy = (step: 1 | -1, scene: PanelScene): void => {
		const before = keys()[list.selected(scene) ?? -1];
		turn?.(step);
		// The next list may have the same values in a different order.
		if (!list.isMoved || !keys().some(key => key === before)) {
			list.restart();
		}
		remark = '';
	};

	/** Searches for the selected value. Returns false if that isn't possible. */
	const add = (isWanted: boolean, scene: PanelScene): boolean => {
		const index = list.selected(scene);
		const found = index === null ? null : term(index, isWanted);
		if (found === null) {
			remark =
				index === null ? 'There is no value to search for.' : 'There is no search term for this value.';
			return false;
		}
		remark = '';
		note = addValue(scene.search, found).note;
		return true;
	};
	const take: ValueList['take'] = (command, scene) => {
		note = '';
		switch (command) {
			case 'cellLeft':
			case 'cellRight':
				if (turn) {
					turnBy(command === 'cellLeft' ? -1 : 1, scene);
				}
				return turn !== undefined;
			case 'find':
			case 'sort':
				if (!reorder) {
					return false;
				}
				reorder(command === 'find' ? 1 : -1);
				remark = '';
				if (!list.isMoved) {
					list.restart();
				}
				return true;
			case 'open': {
				const whole = search?.(list.selected(scene) ?? -1, scene) ?? null;
				if (whole !== null) {
					scene.search.begin(whole);
					close();
				} else if (add(true, scene)) {
					close();
				}
				return true;
			}
			case 'wanted':
			case 'unwanted':
				// The panel stays open to show how the search changes the values.
				add(command === 'wanted', scene);
				return true;
			default: {
				const isMove = list.move(command, scene);
				remark = isMove ? '' : remark;
				return isMove;
			}
		}
	};
	return {
		get remark() {
			return remark;
		},
		get note() {
			return note;
		},
		selected: list.selected,
		first: list.first,
		selection(scene) {
			const {query} = scene.search;
			const index = list.isMoved || isEverything(query) ? list.selected(scene) : null;
			const found = index === null ? null : term(index, true);
			return termsOf(query.text).some(({text}) => text === found) ? null : found;
		},
		restart() {
			list.restart();
			remark = '';
		},
		take,
		click(line, scene) {
			if (list.click(line, scene)) {
				take('open', scene);
			} else {
				remark = '';
				note = '';
			}
		},
	};
}

import type {Command} from '../../keys/command.js';
import {
	firstBlock,
	firstShown,
	type ListPosition,
	listStart,
	movedPosition,
	selectedIndex,
} from './list-position.js';
import type {PanelScene} from './open-panel.js';

/** The selection and the scroll position of a list in a panel. */
export type ItemList = {
	/** True if the user has selected the item. */
	readonly isMoved: boolean;
	/** Returns the index of the selected item; null if the list is empty. */
	selected(scene: PanelScene): number | null;
	/** Returns the index of the first item to show. */
	first(scene: PanelScene): number;
	/** Selects an item by its key. */
	select(key: string, scene: PanelScene): void;
	/** Executes a move. Returns false for other commands. */
	move(command: Command, scene: PanelScene): boolean;
	/** Selects the item on a line, from 0. Returns true at the second click on the same item, which opens it. */
	click(line: number, scene: PanelScene): boolean;
	/** Selects the first item, as if the user hadn't moved. */
	restart(): void;
};

type ItemListOptions = {
	/** Returns the keys of the items, in order. */
	keys(scene: PanelScene): readonly string[];
	/** Returns the number of lines for items. */
	height(scene: PanelScene): number;
	/** Returns the number of lines of each item. Optional: defaults to one line. */
	itemHeights?(scene: PanelScene): readonly number[];
	/** Identifies the query that the items answer: the same value for the same query. Optional, if there is only one. */
	question?(): unknown;
};

/**
 * Returns a list in which an item is always selected. Until the user moves, that is the first item of the answer to each new
 * query. The selection stays on its item when the order changes.
 */
export function itemList({keys, height, itemHeights, question = () => keys}: ItemListOptions): ItemList {
	let position: ListPosition = listStart;
	/** True if the user has selected the item. Otherwise `begun` has the query whose first item is selected. */
	let isMoved = false;
	let begun: {readonly question: unknown} | null = null;
	let top = 0;
	let clicked: string | null = null;

	/** Keeps the item that the user saw as selected, even if a different item is first now. */
	const settled = (scene: PanelScene): ListPosition => {
		if (!isMoved && begun?.question !== question()) {
			const [key = null] = keys(scene);
			begun = key === null ? null : {question: question()};
			position = {key, index: 0};
		}
		return position;
	};
	const selected = (scene: PanelScene): number | null => selectedIndex(settled(scene), keys(scene));
	const first = (scene: PanelScene): number =>
		itemHeights
			? firstBlock(top, selected(scene), height(scene), itemHeights(scene))
			: firstShown(top, selected(scene), height(scene), keys(scene).length);

	/** Returns the index of the item on a line. */
	const itemAt = (line: number, scene: PanelScene): number => {
		if (!itemHeights) {
			return first(scene) + line;
		}
		let left = line;
		return itemHeights(scene).findIndex((itemHeight, index) => {
			left -= index < first(scene) ? 0 : itemHeight;
			return left < 0;
		});
	};

	/** Returns the number of items by which a page moves. If items have several lines, the last one may be cut off. */
	const page = (scene: PanelScene): number => {
		const last = itemHeights ? itemAt(height(scene) - 1, scene) : null;
		return last === null
			? height(scene)
			: Math.max(1, (last === -1 ? keys(scene).length - 1 : last) - first(scene));
	};
	const goTo = (next: ListPosition, scene: PanelScene): void => {
		position = next;
		isMoved = true;
		top = first(scene);
	};
	const restart = (): void => {
		position = listStart;
		begun = null;
		isMoved = false;
		top = 0;
	};
	return {
		get isMoved() {
			return isMoved;
		},
		selected,
		first,
		select: (key, scene) => goTo({key, index: keys(scene).indexOf(key)}, scene),
		move(command, scene) {
			const next = movedPosition(settled(scene), command, keys(scene), page(scene));
			if (next === listStart) {
				restart();
			} else if (next && next.key !== null) {
				goTo(next, scene);
			}
			return next !== null;
		},
		click(line, scene) {
			const index = line < 0 || line >= height(scene) ? -1 : itemAt(line, scene);
			const key = keys(scene)[index];
			if (key === undefined) {
				return false;
			}
			const isSecond = key === clicked && index === selected(scene);
			clicked = key;
			goTo({key, index}, scene);
			return isSecond;
		},
		restart,
	};
}

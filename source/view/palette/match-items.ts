import type {PaletteItem} from './palette-item.js';

/** What a text finds. */
export type Found = {
	/** The best first. */
	readonly items: readonly PaletteItem[];
	/** Whether the first one is meant by its name, or its key, so that it needn't be chosen. */
	readonly isMeant: boolean;
};

/** Fewer characters are in most names in that order. */
const leastInOrder = 3;

/** Less is in most descriptions. */
const leastInHelp = 3;

/** From this on, what has been typed is in the description alone. */
const inHelp = 6;

const no = Number.POSITIVE_INFINITY;

/**
 * The items that a text may stand for: those whose name or key it is, that begin so, a part of whose name begins so,
 * that contain it, that have its characters in this order, whose description has it.
 */
export function matchItems(items: readonly PaletteItem[], text: string): Found {
	const typed = text.trim().toLowerCase();
	if (typed === '') {
		return {items, isMeant: false};
	}

	const ranked = items
		.map(item => ({item, rank: rankOf(item, typed, text.trim())}))
		.filter(({rank}) => rank < no)
		.sort((a, b) => a.rank - b.rank);
	return {items: ranked.map(({item}) => item), isMeant: (ranked[0]?.rank ?? no) < inHelp};
}

function rankOf({name, key, help}: PaletteItem, typed: string, asTyped: string): number {
	const ranks = [
		name === typed,
		key === asTyped,
		name.startsWith(typed),
		name.split('-').some(part => part.startsWith(typed)),
		name.includes(typed),
		typed.length >= leastInOrder && hasInOrder(name, typed),
		typed.length >= leastInHelp && help.toLowerCase().includes(typed),
	];
	const rank = ranks.indexOf(true);
	return rank === -1 ? no : rank;
}

function hasInOrder(name: string, typed: string): boolean {
	let at = 0;
	for (const character of typed) {
		at = name.indexOf(character, at) + 1;
		if (at === 0) {
			return false;
		}
	}

	return true;
}

import {type Binding, keyTable} from './key-table.js';

/** A key, as it is written, and what it does in a word or two. */
export type FooterHint = {readonly key: string; readonly text: string};

/** Those that must be there however narrow the screen is. */
const essential = new Set(['help', 'quit']);

/** Between two hints. */
export const hintGap = '  ';

/** For while something is searched for. */
export const searchHints: readonly FooterHint[] = [
	{key: 'C', text: 'clear'},
	{key: 'Backspace', text: 'last term off'},
];

/** For while a cell is selected. */
export const cellHints: readonly FooterHint[] = [
	{key: '← →', text: 'cell'},
	{key: '+', text: 'search for it'},
	{key: '-', text: 'without it'},
	{key: 'Esc', text: 'leaves it'},
];

/** For while a text is marked. */
export const markHints: readonly FooterHint[] = [
	{key: 'n', text: 'next mark'},
	{key: 'N', text: 'previous'},
	{key: 'Esc', text: 'no marks'},
];

/**
 * As many hints as fit on a line of that width, in the order of the key table.
 * @param here - what matters most where one is; it stands before the others
 */
export function footerHints(width: number, here: readonly FooterHint[] = []): readonly FooterHint[] {
	const isHere = new Set(here.map(({key}) => key));
	const hinted = keyTable.filter(binding => binding.hint !== undefined && !isHere.has(hintOf(binding).key));
	const ofRank = (rank: number): readonly FooterHint[] =>
		hinted.filter(binding => rankOf(binding) === rank).map(hintOf);
	const wanted = [...ofRank(0), ...here, ...ofRank(1), ...ofRank(2)];
	const shown = new Set(fittingHints(wanted, width).map(({key}) => key));
	return [...here, ...hinted.map(hintOf)].filter(({key}) => shown.has(key));
}

/** The first hints, as many as fit on a line of that width. */
export function fittingHints(hints: readonly FooterHint[], width: number): readonly FooterHint[] {
	let used = -hintGap.length;
	const end = hints.findIndex(({key, text}) => {
		used += hintGap.length + key.length + 1 + text.length;
		return used > width;
	});
	return end === -1 ? hints : hints.slice(0, end);
}

/** Hints as a text. */
export function hintsText(hints: readonly FooterHint[]): string {
	return hints.map(({key, text}) => `${key} ${text}`).join(hintGap);
}

function rankOf({command, isSpare}: Binding): number {
	return essential.has(command) ? 0 : isSpare ? 2 : 1;
}

function hintOf({shown, hintKey, hint = ''}: Binding): FooterHint {
	return {key: hintKey ?? shown.split(' ')[0] ?? '', text: hint};
}

import type {Command} from './command.js';
import {bindings, haveUsualKeys, keysOf} from './key-bindings.js';
import type {Binding} from './key-table.js';

/** A key as displayed, and a word or two for its action. */
export type FooterHint = {
	readonly key: string;
	readonly text: string;
	/** The commands of the keys, if users can rebind them. */
	readonly commands?: readonly Command[];
};

/** The commands with a hint, the most useful first. */
const order: readonly Command[] = [
	'search',
	'status2',
	'windowNext',
	'timeline',
	'facets',
	'routes',
	'open',
	'help',
	'rowDown',
	'cellLeft',
	'nextServerError',
	'find',
	'sameClientNext',
	'newest',
	'pageDown',
	'rows',
	'columns',
	'freeze',
	'copy',
	'quit',
];

/** Hints that are shown even on the narrowest screen. */
const essential: readonly Command[] = ['help', 'quit'];

/** Hints up to this index precede the ones for a search. */
const before = order.indexOf('routes') + 1;

/** Gap between two hints. */
export const hintGap = '  ';

/** No extra hints. */
export const noHints: readonly FooterHint[] = [];

/** Hints during a search. */
export const searchHints: readonly FooterHint[] = [
	{key: 'C', text: 'clear', commands: ['clearSearch']},
	{key: '⌫', text: 'last term', commands: ['dropTerm']},
];

/** Hints while a cell is selected. */
export const cellHints: readonly FooterHint[] = [
	{key: '← →', text: 'cell', commands: ['cellLeft', 'cellRight']},
	{key: '+', text: 'search for it', commands: ['wanted']},
	{key: '-', text: 'without it', commands: ['unwanted']},
	{key: 'Esc', text: 'leaves it', commands: ['close']},
];

/** Hints while a rule is firing. */
export const alertHints: readonly FooterHint[] = [{key: 'a', text: 'alerts', commands: ['alerts']}];

export const foundHints: readonly FooterHint[] = [
	{key: 'n', text: 'next found', commands: ['findNext']},
	{key: 'N', text: 'previous', commands: ['findPrevious']},
	{key: 'Esc', text: 'ends it', commands: ['close']},
];

/**
 * Returns the hints that fit on a number of lines, the most useful first.
 * @param here - the most important hints of the current context, shown first
 * @param also - less important hints of the current context; they follow the keys for moving
 */
export function footerHints(
	width: number,
	lines: number,
	here = noHints,
	also = noHints,
): ReadonlyArray<readonly FooterHint[]> {
	return footerHintsOf(width, lines, here.flatMap(withOwnKeys), also.flatMap(withOwnKeys));
}

/** Returns a hint with the user's keys; empty if a command has no key. */
function withOwnKeys(hint: FooterHint): readonly FooterHint[] {
	if (hint.commands === undefined || haveUsualKeys(...hint.commands)) {
		return [hint];
	}

	const key = keysOf(...hint.commands);
	return key === null ? [] : [{...hint, key}];
}

function footerHintsOf(
	width: number,
	lines: number,
	here: readonly FooterHint[],
	also: readonly FooterHint[],
): ReadonlyArray<readonly FooterHint[]> {
	const hinted = hintsByCommand();
	const isHere = new Set([...here, ...also].map(({key}) => key));
	const usual = (commands: readonly Command[]): readonly FooterHint[] =>
		commands.flatMap(command => hinted.get(command) ?? []).filter(({key}) => !isHere.has(key));
	const all = [...here, ...usual(order.slice(0, before)), ...also, ...usual(order.slice(before))];
	const first = usual(essential);
	const firstKeys = new Set(first.map(({key}) => key));
	const wanted = [...first, ...all.filter(({key}) => !firstKeys.has(key))];
	for (let n = wanted.length; n > 0; n--) {
		const shown = new Set(wanted.slice(0, n).map(({key}) => key));
		const broken = brokenHints(
			all.filter(({key}) => shown.has(key)),
			width,
		);
		if (broken.length <= lines && broken.every(line => line.length > 0)) {
			return broken;
		}
	}

	return [[]];
}

/** Breaks hints into lines. An empty line precedes a hint that is wider than a line. */
function brokenHints(hints: readonly FooterHint[], width: number): ReadonlyArray<readonly FooterHint[]> {
	const lines: Array<readonly FooterHint[]> = [];
	for (let left = hints; left.length > 0; ) {
		const line = fittingHints(left, width);
		lines.push(line);
		left = left.slice(Math.max(1, line.length));
	}

	return lines;
}

/** Returns the first hints that fit on a line of a width. */
export function fittingHints(hints: readonly FooterHint[], width: number): readonly FooterHint[] {
	let used = -hintGap.length;
	const end = hints.findIndex(({key, text}) => {
		used += hintGap.length + key.length + 1 + text.length;
		return used > width;
	});
	return end === -1 ? hints : hints.slice(0, end);
}

/** Formats hints as one string. */
export function hintsText(hints: readonly FooterHint[]): string {
	return hints.map(({key, text}) => `${key} ${text}`).join(hintGap);
}

function hintOf({shown, hintKey, hint = ''}: Binding): FooterHint {
	return {key: hintKey ?? shown.split(' ')[0] ?? '', text: hint};
}

function hintsByCommand(): ReadonlyMap<Command, FooterHint> {
	return new Map(
		bindings()
			.filter(({hint, keys}) => hint !== undefined && keys.length > 0)
			.map((binding): [Command, FooterHint] => [binding.command, hintOf(binding)]),
	);
}

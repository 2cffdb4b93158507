import type {Command} from './command.js';
import {bindings, haveUsualKeys, keysOf} from './key-bindings.js';
import type {Binding} from './key-table.js';

/** A key, as it is written, and what it does in a word or two. */
export type FooterHint = {
	readonly key: string;
	readonly text: string;
	/** The commands whose keys stand there, where these can be the user's own. */
	readonly commands?: readonly Command[];
};

/** The commands with a hint, those that are wanted most first. */
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

/** Those that must be there however narrow the screen is. */
const essential: readonly Command[] = ['help', 'quit'];

/** Up to this one they come before those for while something is searched for. */
const before = order.indexOf('routes') + 1;

/** Between two hints. */
export const hintGap = '  ';

/** For while there is nothing in particular. */
export const noHints: readonly FooterHint[] = [];

/** For while something is searched for. */
export const searchHints: readonly FooterHint[] = [
	{key: 'C', text: 'clear', commands: ['clearSearch']},
	{key: '⌫', text: 'last term', commands: ['dropTerm']},
];

/** For while a cell is selected. */
export const cellHints: readonly FooterHint[] = [
	{key: '← →', text: 'cell', commands: ['cellLeft', 'cellRight']},
	{key: '+', text: 'search for it', commands: ['wanted']},
	{key: '-', text: 'without it', commands: ['unwanted']},
	{key: 'Esc', text: 'leaves it', commands: ['close']},
];

/** For while a rule is firing. */
export const alertHints: readonly FooterHint[] = [{key: 'a', text: 'alerts', commands: ['alerts']}];

/** For while a text is found. */
export const foundHints: readonly FooterHint[] = [
	{key: 'n', text: 'next found', commands: ['findNext']},
	{key: 'N', text: 'previous', commands: ['findPrevious']},
	{key: 'Esc', text: 'ends it', commands: ['close']},
];

/**
 * As many hints as fit on so many lines of that width; those that are wanted most stand first.
 * @param here - what matters most where one is; it stands before the others
 * @param also - what matters there too, but less than where one can go
 */
export function footerHints(
	width: number,
	lines: number,
	here = noHints,
	also = noHints,
): ReadonlyArray<readonly FooterHint[]> {
	return footerHintsOf(width, lines, here.flatMap(withOwnKeys), also.flatMap(withOwnKeys));
}

/** A hint with the keys that count; none where a command of it has no key. */
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

/** The hints on as many lines as they need; an empty one before a hint that has no room on any. */
function brokenHints(hints: readonly FooterHint[], width: number): ReadonlyArray<readonly FooterHint[]> {
	const lines: Array<readonly FooterHint[]> = [];
	for (let left = hints; left.length > 0; ) {
		const line = fittingHints(left, width);
		lines.push(line);
		left = left.slice(Math.max(1, line.length));
	}

	return lines;
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

import {fitWidth} from '../../listing/fit-width.js';
import {sanitise} from '../../listing/sanitise.js';
import {terminalWidth} from '../../listing/terminal-width.js';
import type {FooterHint} from '../keys/footer-hints.js';
import type {SearchBar} from './search-state.js';

/** What the bar begins with. */
export function barLabel({recall}: Pick<SearchBar, 'recall'>): string {
	return recall?.needle == null
		? '/'
		: `^R ${fitWidth(sanitise(recall.needle), needleWidth(recall.needle))}: `;
}

/** What is looked for is short; more of it than this is not shown. */
const longestNeedle = 20;

function needleWidth(needle: string): number {
	return Math.min(longestNeedle, terminalWidth(sanitise(needle)));
}

/** Which keys there are while it is written. */
export function barHints({
	recall,
	completions,
}: Pick<SearchBar, 'recall' | 'completions'>): readonly FooterHint[] {
	if (completions !== null && completions.chosen !== null) {
		return chosenHints;
	}

	return recall?.needle == null ? usualHints : recallHints;
}

const usualHints: readonly FooterHint[] = [
	{key: 'Enter', text: 'keeps it'},
	{key: 'Esc', text: 'goes back'},
	{key: 'Tab', text: 'completes'},
	{key: '↑ ^R', text: 'earlier searches'},
	{key: '^U', text: 'empty'},
];

const chosenHints: readonly FooterHint[] = [
	{key: 'Enter', text: 'takes it'},
	{key: 'Esc', text: 'leaves the list'},
	{key: 'Tab ↓ ↑', text: 'another one'},
];

const recallHints: readonly FooterHint[] = [
	{key: 'Enter', text: 'takes it'},
	{key: 'Esc', text: 'goes back'},
	{key: '^R', text: 'an older one'},
	{key: 'letters', text: 'a part of it'},
];

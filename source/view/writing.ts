import {writtenMeanings} from '../query/likely-meanings.js';
import type {FindState} from './find/find-state.js';
import type {SavePrompt} from './handoff/saving-state.js';
import type {FooterHint} from './keys/footer-hints.js';
import {keysOf} from './keys/keys-in-force.js';
import type {PaletteState} from './palette/palette-state.js';
import type {TextLine} from './prompt/text-line.js';
import {barHints, barLabel} from './search/bar-texts.js';
import {problemText} from './search/problem-text.js';
import type {SearchBar} from './search/search-state.js';

/** A line that is being written on the screen. */
export type Writing = {
	/** What it begins with, safe for the terminal. */
	readonly label: string;
	readonly line: TextLine;
	/** What is wrong, with its place pointed at from the line below; empty when nothing is. */
	readonly problem: string;
	/** The same for where nothing can be pointed at; empty where all of it is under the line. */
	readonly elsewhere: string;
	/** What its words may have been meant for, for the same line when nothing is wrong; mostly empty. */
	readonly meant: string;
	/** Which keys there are. */
	readonly hints: readonly FooterHint[];
};

const findHints = (): readonly FooterHint[] => [
	{key: 'Enter', text: 'keeps the marks'},
	...[keysOf('findNext', 'findPrevious')].flatMap(key =>
		key === null ? [] : [{key, text: 'go to them then'}],
	),
	{key: 'Esc', text: 'goes back'},
];

const separatorHints: readonly FooterHint[] = [
	{key: 'Enter', text: 'puts it into the listing, also without a text'},
	{key: 'Esc', text: 'goes back'},
];

const saveHints: readonly FooterHint[] = [
	{key: 'Enter', text: 'saves'},
	{key: 'Tab', text: 'CSV, JSON lines, log, text'},
	{key: 'Esc', text: 'goes back'},
];

const paletteHints: readonly FooterHint[] = [
	{key: 'Enter', text: 'does it'},
	{key: 'Tab', text: 'completes'},
	{key: '↓ ↑', text: 'choose'},
	{key: 'Esc', text: 'goes back'},
];

/** The line in which a command is written. */
export function paletteWriting({line, problem}: PaletteState): Writing {
	return {label: ':', line, problem: '', elsewhere: problem, meant: '', hints: paletteHints};
}

/**
 * The search bar, what is to be found, the name of a file, or the text of a separator, whichever is written; null for none.
 * @param hasLineBelow - whether there is a line under it for what is wrong
 */
export function writingOf(
	bar: SearchBar | null,
	find: FindState['prompt'],
	save: SavePrompt | null,
	separator: TextLine | null,
	width: number,
	hasLineBelow: boolean,
): Writing | null {
	if (bar) {
		const {line, isUnfinished} = bar;
		const problem = isUnfinished ? null : bar.problem;
		const label = barLabel(bar);
		const hints = barHints(bar);
		if (problem) {
			const {text, isCut} = problemText(problem, label, line, width);
			const elsewhere = isCut || !hasLineBelow ? problem.message : '';
			return {label, line, problem: text, elsewhere, meant: '', hints};
		}

		const meant = bar.problem ? '' : writtenMeanings(line.text).join('; ');
		return {label, line, problem: '', elsewhere: '', meant, hints};
	}

	if (save) {
		const {line, problem, mayReplace} = save;
		const hints = mayReplace ? [{key: 'Enter', text: 'replaces it'}, ...saveHints.slice(1)] : saveHints;
		return {label: 'save as: ', line, problem: '', elsewhere: problem, meant: '', hints};
	}

	if (separator) {
		const hints = separatorHints;
		return {label: 'separator: ', line: separator, problem: '', elsewhere: '', meant: '', hints};
	}

	return find
		? {label: 'mark: ', line: find.line, problem: '', elsewhere: '', meant: '', hints: findHints()}
		: null;
}

import type {SavePrompt} from '../../copy-and-save/panel/use-saving.js';
import type {FooterHint} from '../../keys/footer-hints.js';
import {keysOf} from '../../keys/key-bindings.js';
import {surelyMeantText} from '../../query/suggestions/likely-meanings.js';
import type {FindState} from '../find/use-find.js';
import type {PaletteState} from '../palette/palette-state.js';
import {paletteWriting} from '../palette/palette-writing.js';
import type {TextLine} from '../prompt/text-line.js';
import {type Writing, writing} from '../prompt/writer.js';
import {barHints, barLabel} from '../search/bar-edits.js';
import {problemText} from '../search/problem-text.js';
import type {SearchBar} from '../search/search-state.js';

/** Formats the find prompt. */
function findWriting({line}: NonNullable<FindState['prompt']>): Writing {
	return writing('find: ', line, findHints());
}

function findHints(): readonly FooterHint[] {
	return [
		{key: 'Enter', text: 'goes to the first match'},
		...[keysOf('findNext', 'findPrevious')].flatMap(key =>
			key === null ? [] : [{key, text: 'go to the others'}],
		),
		{key: 'Esc', text: 'goes back'},
	];
}

/** Formats the prompt for a file name. */
function saveWriting({line, problem, mayReplace}: SavePrompt): Writing {
	return writing('save as: ', line, [mayReplace ? replaces : saves, ...saveHints], problem);
}

const saves: FooterHint = {key: 'Enter', text: 'saves'};
const replaces: FooterHint = {key: 'Enter', text: 'replaces it'};

const saveHints: readonly FooterHint[] = [
	{key: 'Tab', text: 'CSV, JSON lines, log, text'},
	{key: 'Esc', text: 'goes back'},
];

/** Formats the prompt for the text of a separator. */
function separatorWriting(line: TextLine): Writing {
	return writing('separator: ', line, separatorHints);
}

const separatorHints: readonly FooterHint[] = [
	{key: 'Enter', text: 'inserts it, even without text'},
	{key: 'Esc', text: 'goes back'},
];

/**
 * Formats the search bar.
 * @param hasLineBelow - true if a line below the bar can show the error
 */
function barWriting(bar: SearchBar, width: number, hasLineBelow: boolean): Writing {
	const {line, isUnfinished} = bar;
	const problem = isUnfinished ? null : bar.problem;
	const label = barLabel(bar);
	const plain = writing(label, line, barHints(bar));
	if (problem) {
		const {text, isCut} = problemText(problem, label, line, width);
		return {...plain, problem: text, elsewhere: isCut || !hasLineBelow ? problem.message : ''};
	}

	return {...plain, meant: bar.problem ? '' : surelyMeantText(line.text)};
}

/** All input lines; null if closed. */
export type Written = {
	readonly palette: PaletteState | null;
	/** The search bar. */
	readonly bar: SearchBar | null;
	/** Prompt for a file name. */
	readonly save: SavePrompt | null;
	/** Prompt for the text of a separator. */
	readonly separator: TextLine | null;
	/** The find prompt. */
	readonly find: FindState['prompt'];
};

/**
 * Formats the open input line, or returns null if all are closed.
 * @param hasLineBelow - true if a line below the input line can show the error
 */
export function writtenLine(
	{palette, bar, save, separator, find}: Written,
	width: number,
	hasLineBelow: boolean,
): Writing | null {
	return (
		(palette && paletteWriting(palette)) ??
		(bar && barWriting(bar, width, hasLineBelow)) ??
		(save && saveWriting(save)) ??
		(separator && separatorWriting(separator)) ??
		(find && findWriting(find))
	);
}

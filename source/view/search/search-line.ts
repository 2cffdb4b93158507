import {fitWidth, terminalWidth} from '../../format/fit-width.js';
import {sanitise} from '../../format/sanitise.js';
import {keysOf} from '../../keys/key-bindings.js';
import {keyed} from '../../keys/keyed.js';
import {surelyMeant} from '../../query/suggestions/likely-meanings.js';
import type {Meaning} from '../../query/suggestions/meant-term.js';
import type {Theme} from '../../themes/theme.js';
import {chipGap, excludeChip} from '../exclude/exclude-chip.js';
import {drawn, type PartSize} from '../spans/lines.js';
import {plainText, type Span, type SpanLine, safeLine, widthOf} from '../spans/span.js';
import {chipsIn} from './chips.js';

/** Text of the line while there is no search. */
function searchLabel(): string {
	return keyed`${'search'} search` ?? '';
}

const offerLabel = '   search again: ';

/** Offers the last search as a question with the keys that accept and dismiss it. Empty if there is no search or it doesn't fit. */
export function offerText(search: string, width: number): string {
	const key = keysOf('lastSearch') ?? ':last-search';
	const dismissal = keyed`${'close'} no`;
	const after = `?  (${key} yes${dismissal ? `  ${dismissal}` : ''})`;
	const textWidth = width - searchLabel().length - offerLabel.length - after.length;
	const text = sanitise(search);
	const isCut = terminalWidth(text) > textWidth;
	return search === '' || textWidth < 4
		? ''
		: offerLabel + (isCut ? fitWidth(text, textWidth) : text) + after;
}

type SearchLineState = {
	/** The active search. */
	readonly text: string;
	/** The search offered while no search is active; may be empty. */
	readonly offer: string;
	/** The exclude as shown; may be empty. */
	readonly exclude: string;
	/** True while it hides requests. */
	readonly isExcluding: boolean;
	readonly isSpoken: boolean;
	/** The error of the search, shown instead of the hint; mostly empty. */
	readonly problem: string;
	readonly theme: Theme;
};

/** Minimum width of the hint, in columns. A narrower hint isn't informative. */
const minHintWidth = 12;

/** Draws the terms of the search and a hint at their probable meaning, and the exclude at the end of the line. */
export function drawSearchLine(state: SearchLineState, {width}: PartSize): readonly SpanLine[] {
	const {exclude, isExcluding, isSpoken, theme} = state;
	const chip = excludeChip({text: exclude, isOn: isExcluding}, isSpoken, theme, width);
	const own = widthOf(chip);
	if (own === 0) {
		return [{spans: searchSpans(state, width)}];
	}
	const spans = searchSpans(state, width - own - chipGap);
	const gap = isSpoken ? chipGap : width - own - widthOf(spans);
	return [{spans: [...spans, {text: ' '.repeat(gap)}, ...chip]}];
}

function searchSpans({text, offer, problem, theme}: SearchLineState, width: number): readonly Span[] {
	if (text.trim() === '') {
		const key = keysOf('search') ?? '';
		const label = plainText(safeLine(`${searchLabel()}${offerText(offer, width)}`, width));
		return [
			{text: label.slice(0, key.length), style: theme.accent},
			{text: label.slice(key.length), style: theme.aside},
		];
	}
	const {isCut, chips} = chipsIn(text, width);
	const used = chips.reduce((sum, chip) => sum + terminalWidth(chip.text) + 1, 1);
	const hintWidth = isCut ? 0 : width - used;
	const hint = problem === '' ? hintText(surelyMeant(text), hintWidth) : problemText(problem, hintWidth);
	return [
		{text: isCut ? '… '.slice(0, width) : ''},
		...chips.flatMap((chip, index) => [
			{text: index > 0 ? ' ' : ''},
			{text: chip.text, style: chip.isUnwanted ? theme.unwantedChip : theme.chip},
		]),
		{text: hint === '' ? '' : `  ${hint}`, style: problem === '' ? theme.aside : theme.problem},
	];
}

/** The line of the search. */
export const SearchLine = drawn(drawSearchLine);

/** Returns the hint at the probable meaning of terms. If it doesn't fit, returns only the replacement for the first term. */
function hintText([first, ...more]: readonly Meaning[], width: number): string {
	if (first === undefined || width < minHintWidth) {
		return '';
	}
	const whole = sanitise(
		[first, ...more].map(({interpretation, instead}) => `${interpretation} · ${instead}`).join('; '),
	);
	const brief = sanitise(`${first.interpretation} · ${first.instead}`);
	const text = [whole, brief].find(of => terminalWidth(of) <= width) ?? sanitise(first.instead);
	return fitWidth(text, width).trimEnd();
}

function problemText(problem: string, width: number): string {
	return width < minHintWidth ? '' : fitWidth(sanitise(problem), width).trimEnd();
}

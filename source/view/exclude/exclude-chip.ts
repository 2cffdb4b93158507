import {fitWidth, terminalWidth} from '../../format/fit-width.js';
import {sanitise} from '../../format/sanitise.js';
import {keyed} from '../../keys/keyed.js';
import type {Theme} from '../../themes/theme.js';
import type {Span} from '../spans/span.js';

/** The exclude as shown. */
export type ShownExclude = {
	/** The terms, with secrets hidden; empty if nothing is excluded. */
	readonly text: string;
	readonly isOn: boolean;
};

/** Maximum share of the search line: the search itself comes first. */
const maxShare = 0.4;

/** Minimum width of the terms, in columns. Fewer aren't informative. */
const minTermsWidth = 8;

/**
 * Returns the parts of the chip: the key that toggles it, or words for a screen reader; the terms; the state. All empty: no chip.
 */
function chipTexts(
	{text, isOn}: ShownExclude,
	isSpoken: boolean,
	width: number,
): readonly [string, string, string] {
	const [before, after] = isSpoken
		? [isOn ? 'excluded: ' : 'not excluded now: ', '']
		: [keyed`${'exclude'} ` ?? '', isOn ? '' : 'off'];
	const maxTermsWidth = Math.floor(width * maxShare) - before.length - after.length - 2;
	if (text === '' || maxTermsWidth < minTermsWidth) {
		return ['', '', ''];
	}
	const safe = sanitise(text);
	const terms = terminalWidth(safe) > maxTermsWidth ? fitWidth(safe, maxTermsWidth).trimEnd() : safe;
	return [before, ` ${terms} `, after];
}

/** Returns the chip at the end of the search line, dim while it is off; no spans if there is no exclude. */
export function excludeChip(
	shown: ShownExclude,
	isSpoken: boolean,
	theme: Theme,
	width: number,
): readonly Span[] {
	const [before, terms, after] = chipTexts(shown, isSpoken, width);
	return [
		{text: before, style: isSpoken ? undefined : theme.accent},
		{text: terms, style: shown.isOn ? theme.unwantedChip : theme.aside},
		{text: after, style: theme.aside},
	].filter(({text}) => text !== '');
}

/** Minimum gap between the search and the chip, in columns. */
export const chipGap = 2;

/** Returns the width of the chip on the screen and the gap before it; 0 if there is no chip. */
export function excludeWidth(shown: ShownExclude, width: number): number {
	const own = terminalWidth(chipTexts(shown, false, width).join(''));
	return own === 0 ? 0 : own + chipGap;
}

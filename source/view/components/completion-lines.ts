import {fitWidth, terminalWidth} from '../../format/fit-width.js';
import {sanitise} from '../../format/sanitise.js';
import type {Theme} from '../../themes/theme.js';
import type {Completions} from '../prompt/line-editor.js';
import {drawn, type PartSize} from '../spans/lines.js';
import {marker, type SpanLine, safeLine} from '../spans/span.js';

type CompletionsState = {readonly completions: Completions; readonly theme: Theme};

/** Maximum number of values to request. No list on the screen is longer. */
export const maxValues = 50;

/** Maximum length of a label, in UTF-16 units. No terminal shows more. */
const maxLabelLength = 400;

/** Maximum number of lines of the list, and the number of free lines from which it covers no rows. */
const maxLines = 8;
const fewLines = 5;

/**
 * Returns the numbers of lines of the list and of the rows that it covers. The list is below the rows if at least `fewLines` lines
 * are free there. Otherwise it also covers the last rows.
 * @param size - rows per page
 * @param height - number of lines for the rows and the list
 */
export function listLayout(
	length: number,
	size: number,
	height: number,
): {readonly listed: number; readonly covered: number} {
	const free = height - size;
	// Low screens still show some rows.
	const maxListed = Math.min(maxLines, Math.max(1, Math.ceil(height / 2)));
	const listed = Math.min(length, free >= fewLines ? Math.min(free, maxLines) : Math.max(free, maxListed));
	return {listed, covered: Math.max(0, listed - free)};
}

/**
 * Lists completions for the caret position, scrolled to the chosen one. If they don't all fit, the last line shows their number.
 */
export function drawCompletionLines(
	{completions: {kind, items, chosen}, theme}: CompletionsState,
	{width, height = items.length}: PartSize,
): readonly SpanLine[] {
	const hasCount = items.length > height && height > 2;
	const capacity = height - (hasCount ? 1 : 0);
	const first = Math.max(0, Math.min(items.length - capacity, (chosen ?? 0) - Math.floor(capacity / 2)));
	const shown = items.slice(first, first + capacity).map(({name, shown: label = name, detail}) => ({
		label: sanitise(label.slice(0, maxLabelLength)),
		detail: sanitise(detail),
	}));
	const widest = Math.max(0, ...shown.map(({label}) => terminalWidth(label)));
	const details = Math.max(0, ...shown.map(({detail}) => terminalWidth(detail)));
	const labelWidth = Math.min(widest, Math.max(Math.floor(width / 3), width - 3 - details));
	const lines = shown.map(({label, detail}, index) => {
		const isChosen = first + index === chosen;
		const nameWidth = Math.min(width, labelWidth + 3);
		const name = fitWidth(`${marker(isChosen)}${fitWidth(label, labelWidth)}  `, nameWidth);
		const about = fitWidth(kind === 'values' ? detail.padStart(details) : detail, width - nameWidth);
		return {
			spans: [{text: name}, {text: about, style: isChosen ? undefined : theme.aside}],
			style: isChosen ? theme.selected : theme.row,
		};
	});
	const count = ` ${first + 1}–${first + capacity} of ${lengthOf(items.length, kind)}  (Tab ↓ choose)`;
	return hasCount ? [...lines, safeLine(count, width, theme.aside)] : lines;
}

/** The list of completions below an input line. */
export const CompletionLines = drawn(drawCompletionLines);

/**
 * Returns the number of completions. The store returns at most `maxValues` values, so a full list is labelled as the most
 * frequent ones.
 */
function lengthOf(length: number, kind: Completions['kind']): string {
	return kind === 'values' && length >= maxValues ? `the ${length} most frequent` : String(length);
}

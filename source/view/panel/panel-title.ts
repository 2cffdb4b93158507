import {fitWidth, terminalWidth} from '../../format/fit-width.js';
import {sanitise} from '../../format/sanitise.js';
import {hintGap} from '../../keys/footer-hints.js';
import {keysIn, keysOf} from '../../keys/key-bindings.js';
import {keyed, withoutNulls} from '../../keys/keyed.js';
import type {Theme} from '../../themes/theme.js';
import {firingTextOf} from '../listing/firing-text.js';
import {fitSpans, type Span, widthOf} from '../spans/span.js';
import type {PanelScene, PaneView} from './open-panel.js';

/** The range of visible lines of a panel. */
type ShownLines = {readonly first: number; readonly shown: number; readonly total: number};

/** Returns a title with the range of visible lines, unless all are visible. */
export function rangeTitle(title: string, {first, shown, total}: ShownLines): string {
	return shown === total ? title : `${title} ${first + 1}–${first + shown} of ${total}`;
}

/** Returns the text before the title of a panel that hides the title line, which has more details. */
export function stateMark({alerts, formatTime, listing}: PanelScene): string {
	const firing = firingTextOf(alerts, formatTime);
	const marks = [
		...(firing === null ? [] : [firing.brief]),
		...(listing.frozen ? [['Frozen', ...withoutNulls([keyed`${'freeze'} continues`])].join(', ')] : []),
	];
	return marks.join(hintGap);
}

type Title = Omit<PaneView, 'body'>;

/** Returns the hints of a title and the column at which they begin. */
export function hintsOf(view: Title, width: number): {readonly start: number; readonly text: string} {
	const text = fittingHints(view, width - widthOf(nameOf(view)) - aroundHints);
	return {start: width - 2 - terminalWidth(text), text};
}

/** Columns of a rule around its hints: a dash and a space on each side. */
const aroundHints = 4;

/** Returns the hints that fit: the first list that does, or the first hints of the last list, and the one for leaving. */
function fittingHints({hints, isEnlarged, hasFocus, isFollowing}: Title, width: number): string {
	if (!hasFocus) {
		return outsideHints(isFollowing, width);
	}
	const lists = hints.map(list => withoutNulls(list).filter(hint => hint !== ''));
	const last = lists.at(-1) ?? [];
	const fewer = last.map((_, dropped) => [...last.slice(0, -1 - dropped), ...last.slice(-1)]);
	const shown = [...lists, ...fewer];
	return (
		[...(isEnlarged ? shown.map(withBack) : shown), last.slice(-1)]
			.map(list => list.join(hintGap))
			.find(({length}) => length <= width) ?? ''
	);
}

/** Replaces the hint for the whole screen by the one for the former size, next to the one for leaving. */
function withBack(list: readonly string[]): readonly string[] {
	const others = list.slice(0, -1).filter(hint => hint !== keyed`${'wholePane'} whole screen`);
	return [...others, ...withoutNulls([keyed`${'wholePane'} back`]), ...list.slice(-1)];
}

/** Returns the hints that fit, for a panel that doesn't have the focus. */
function outsideHints(isFollowing: boolean, width: number): string {
	const follows = isFollowing ? keyed`follows ${'rowDown'} ${'rowUp'}` : null;
	const hints = withoutNulls([follows, keyed`${'nextPane'} into it`]);
	const texts = hints.map((_, index) => hints.slice(index).join(hintGap));
	return texts.find(({length}) => length <= width) ?? '';
}

/** A name as text: no theme changes its width. */
function nameOf(view: Title, theme?: Theme): readonly Span[] {
	const {title, command, mark, hasFocus, isSpoken} = view;
	const key = keysOf(command);
	if (isSpoken) {
		return [
			{text: mark === '' ? '' : `${mark}${hintGap}`, style: theme?.problem},
			{text: `${sanitise(title)} `, style: theme?.title},
		];
	}
	return [
		...dashes(view, 1, theme),
		{text: mark === '' ? ' ' : ` ${mark}${hintGap}`, style: theme?.problem},
		{text: key === null ? '' : `${key} `, style: theme?.accent},
		hasFocus
			? {text: ` ${sanitise(title)} `, style: theme?.focus}
			: {text: sanitise(title), style: theme?.title},
		{text: ' '},
	];
}

/** Focus is visible without colours, too. */
function dashes({hasFocus, isSpoken}: Title, length: number, theme?: Theme): readonly Span[] {
	const dash = isSpoken ? ' ' : hasFocus ? '━' : '─';
	return [{text: dash.repeat(length), style: hasFocus ? theme?.accent : theme?.rule}];
}

/**
 * Draws the title of a panel as a rule: `━ i  Timeline  ━━━ keys ━`; for a screen reader without the rule.
 * @param message - shown instead of the keys; usually empty
 */
export function drawTitle(view: Title, message: string, width: number, theme: Theme): readonly Span[] {
	const name = nameOf(view, theme).filter(({text}) => text !== '');
	const left = width - widthOf(name) - aroundHints;
	const shownMessage = sanitise(message || (view.remark ?? ''));
	if (shownMessage !== '' && terminalWidth(shownMessage) > left) {
		// The message is more important: the title returns after the next key.
		return [
			{text: fitWidth(shownMessage, Math.min(terminalWidth(shownMessage), width)), style: theme.problem},
		];
	}
	const end: readonly Span[] =
		shownMessage === ''
			? hintSpans(hintsOf(view, width).text, theme)
			: [{text: shownMessage, style: theme.problem}];
	if (end.length > 0 && view.isSpoken) {
		return [...name, {text: ' '}, ...end];
	}
	const line = width - widthOf(name) - (end.length === 0 ? 0 : widthOf(end) + 3);
	if (line < 1) {
		return fitSpans(name, width);
	}
	return [
		...name,
		...dashes(view, line, theme),
		...(end.length === 0 ? [] : [{text: ' '}, ...end, {text: ' '}, ...dashes(view, 1, theme)]),
	];
}

/** Returns hints as spans, with their keys highlighted. */
function hintSpans(text: string, theme: Theme): readonly Span[] {
	let end = 0;
	const spans = keysIn(text).flatMap((key): readonly Span[] => {
		const before = text.slice(end, key.start);
		end = key.end;
		return [
			{text: before, style: theme.hint},
			{text: text.slice(key.start, key.end), style: theme.key},
		];
	});
	return [...spans, {text: text.slice(end), style: theme.hint}].filter(span => span.text !== '');
}

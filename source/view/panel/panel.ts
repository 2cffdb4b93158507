import {fitWidth, terminalWidth} from '../../format/fit-width.js';
import {sanitise} from '../../format/sanitise.js';
import {hintGap} from '../../keys/footer-hints.js';
import {keysOf} from '../../keys/key-bindings.js';
import {keyed, withoutNulls} from '../../keys/keyed.js';
import type {Theme} from '../../themes/theme.js';
import {drawn, type PartSize} from '../spans/lines.js';
import {fitPieces, type Piece, type PieceLine, widthOf} from '../spans/piece.js';
import type {PaneView} from './open-panel.js';
import {type PanelLine, pieceLine} from './panel-lines.js';

type PanelState = PaneView & {
	/** Result of the last key, shown instead of the keys; usually empty. */
	readonly message?: string;
	readonly theme: Theme;
};

const gap = '  ';

/** Draws a panel in its pane. */
export function drawPanel(
	{body, message = '', theme, ...view}: PanelState,
	{width, height = body.length + 1}: PartSize,
): readonly PieceLine[] {
	const title = view.isWhole ? wholeTitle(view, message, width, theme) : rule(view, message, width, theme);
	return [{pieces: title}, ...drawBody({lines: body.slice(0, Math.max(1, height - 1)), theme}, {width})];
}

/** A panel in its pane. */
export const Panel = drawn(drawPanel);

type Title = Omit<PaneView, 'body'>;

/** Returns the title of a panel on the whole screen. */
function wholeTitle({title, hints}: Title, message: string, width: number, theme: Theme): readonly Piece[] {
	const name = fitWidth(sanitise(title), width).trimEnd();
	const left = width - terminalWidth(name) - gap.length;
	const shownMessage = sanitise(message);
	if (shownMessage === '') {
		return [
			{text: name, style: theme.title},
			{text: sanitise(hints), style: theme.hint},
		];
	}
	// If both don't fit, the message is more important: the title returns after the next key.
	const isWhole = terminalWidth(shownMessage) > left;
	return [
		{text: isWhole ? '' : name + gap, style: theme.title},
		{text: fitWidth(shownMessage, Math.min(terminalWidth(shownMessage), width)), style: theme.problem},
	];
}

/** Returns the hints of a title without their parentheses. */
function plainHints(hints: string): string {
	return hints.trim().replace(/^\((.*)\)$/, '$1');
}

/** Columns of a rule around its title, key and hints: spaces, and at least one dash on each side and between. */
const ruleWidth = 8;

/** Returns the hints for a panel that doesn't have the focus, as many as fit. */
function outsideHints(isFollowing: boolean, width: number): string {
	const follows = isFollowing ? keyed`follows ${'rowDown'} ${'rowUp'}` : null;
	const hints = withoutNulls([follows, keyed`${'nextPane'} into it`, keyed`${'close'} closes`]);
	const texts = hints.map((_, index) => hints.slice(index).join(hintGap));
	return texts.find(({length}) => length <= width) ?? '';
}

/** Returns the column at which the hints of a title begin, and the hints. */
export function hintsOf(
	{title, hints, isWhole, hasFocus, isFollowing, command}: Title,
	width: number,
): {readonly start: number; readonly text: string} {
	if (isWhole) {
		return {start: terminalWidth(title), text: hints};
	}
	const key = keysOf(command)?.length ?? 0;
	const text = hasFocus
		? plainHints(hints)
		: outsideHints(isFollowing, width - key - title.length - ruleWidth);
	return {start: width - 2 - terminalWidth(text), text};
}

/** Returns the title of a pane as a rule: `━ i Timeline ━━━ keys ━`. Focus is visible without colours, too. */
function rule(view: Title, message: string, width: number, theme: Theme): readonly Piece[] {
	const {title, command, hasFocus} = view;
	const dash = hasFocus ? '━' : '─';
	const style = hasFocus ? theme.accent : theme.rule;
	const key = keysOf(command);
	const name: readonly Piece[] = [
		{text: dash, style},
		{text: ' '},
		...(key === null ? [] : [{text: `${key} `, style: theme.accent}]),
		{text: sanitise(title), style: hasFocus ? theme.accent : theme.title},
		{text: ' '},
	];
	const shownMessage = sanitise(message);
	const left = width - widthOf(name) - 4;
	if (shownMessage !== '' && terminalWidth(shownMessage) > left) {
		// The message is more important: the title returns after the next key.
		return [
			{text: fitWidth(shownMessage, Math.min(terminalWidth(shownMessage), width)), style: theme.problem},
		];
	}
	const hints = shownMessage === '' ? sanitise(hintsOf(view, width).text) : shownMessage;
	const end = terminalWidth(hints) <= left ? hints : '';
	const line = width - widthOf(name) - (end === '' ? 0 : terminalWidth(end) + 3);
	if (line < 1) {
		return fitPieces(name, width);
	}
	return [
		...name,
		{text: dash.repeat(line), style},
		...(end === ''
			? []
			: [
					{text: ` ${end} `, style: shownMessage === '' ? theme.hint : theme.problem},
					{text: dash, style},
				]),
	];
}

type BodyState = {readonly lines: readonly PanelLine[]; readonly theme: Theme};

/** Draws the lines below the title. */
function drawBody({lines, theme}: BodyState, {width}: PartSize): readonly PieceLine[] {
	return lines.map(line => pieceLine(line, width, theme));
}

/** The lines below the title. */
export const PanelBody = drawn(drawBody);

/** Draws the upright rule at the left of a pane. */
export function drawUprightRule(
	{hasFocus, theme}: {readonly hasFocus: boolean; readonly theme: Theme},
	{height = 1}: PartSize,
): readonly PieceLine[] {
	const line = {pieces: [{text: hasFocus ? '┃' : '│', style: hasFocus ? theme.accent : theme.rule}]};
	return Array.from({length: height}, () => line);
}

/** The upright rule at the left of a pane. */
export const UprightRule = drawn(drawUprightRule);

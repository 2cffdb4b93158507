import {fitWidth, terminalWidth} from '../../format/fit-width.js';
import {sanitise} from '../../format/sanitise.js';
import type {Theme} from '../../themes/theme.js';
import {drawn, type PartSize} from '../spans/lines.js';
import type {PieceLine} from '../spans/piece.js';
import type {PanelView} from './open-panel.js';
import {type PanelLine, pieceLine} from './panel-lines.js';

type PanelState = PanelView & {
	/** Result of the last key, shown instead of the keys; usually empty. */
	readonly told?: string;
	readonly theme: Theme;
};

/** Returns the number of lines below the title of a panel. */
export function panelRoom(height: number): number {
	return Math.max(1, height - 1);
}

const gap = '  ';

/** Draws a panel over the whole screen. */
export function drawPanel(
	{title, hints, body, told = '', theme}: PanelState,
	{width, height = body.length + 1}: PartSize,
): readonly PieceLine[] {
	const name = fitWidth(sanitise(title), width).trimEnd();
	const left = width - terminalWidth(name) - gap.length;
	const said = sanitise(told);
	// If both don't fit, the message is more important: the title returns after the next key.
	const whole = terminalWidth(said) > left;
	const first =
		said === ''
			? [
					{text: name, style: theme.title},
					{text: sanitise(hints), style: theme.hint},
				]
			: [
					{text: whole ? '' : name + gap, style: theme.title},
					{text: fitWidth(said, Math.min(terminalWidth(said), width)), style: theme.problem},
				];
	return [{pieces: first}, ...drawBody({lines: body.slice(0, panelRoom(height)), theme}, {width})];
}

/** A panel over the whole screen. */
export const Panel = drawn(drawPanel);

type BodyState = {readonly lines: readonly PanelLine[]; readonly theme: Theme};

/** Draws the lines below the title. */
function drawBody({lines, theme}: BodyState, {width}: PartSize): readonly PieceLine[] {
	return lines.map(line => pieceLine(line, width, theme));
}

/** The lines below the title. */
export const PanelBody = drawn(drawBody);

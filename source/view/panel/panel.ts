import type {Theme} from '../../themes/theme.js';
import {drawn, type PartSize} from '../spans/lines.js';
import type {SpanLine} from '../spans/span.js';
import type {PaneView} from './open-panel.js';
import {type PanelLine, spanLine} from './panel-lines.js';
import {drawTitle} from './panel-title.js';

type PanelState = PaneView & {
	/** Result of the last key, shown instead of the keys; usually empty. */
	readonly message?: string;
	readonly theme: Theme;
};

/** Draws a panel in its pane. */
export function drawPanel(
	{body, message = '', theme, ...view}: PanelState,
	{width, height = body.length + 1}: PartSize,
): readonly SpanLine[] {
	return [
		{spans: drawTitle(view, message, width, theme)},
		...drawBody({lines: body.slice(0, Math.max(1, height - 1)), theme}, {width}),
	];
}

/** A panel in its pane. */
export const Panel = drawn(drawPanel);

type BodyState = {readonly lines: readonly PanelLine[]; readonly theme: Theme};

/** Draws the lines below the title. */
function drawBody({lines, theme}: BodyState, {width}: PartSize): readonly SpanLine[] {
	return lines.map(line => spanLine(line, width, theme));
}

/** The lines below the title. */
export const PanelBody = drawn(drawBody);

/** Draws the upright rule at the left of a pane. */
function drawUprightRule(
	{hasFocus, theme}: {readonly hasFocus: boolean; readonly theme: Theme},
	{height = 1}: PartSize,
): readonly SpanLine[] {
	const line = {spans: [{text: hasFocus ? '┃' : '│', style: hasFocus ? theme.accent : theme.rule}]};
	return Array.from({length: height}, () => line);
}

/** The upright rule at the left of a pane. */
export const UprightRule = drawn(drawUprightRule);

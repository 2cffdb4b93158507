import {endWithin, terminalWidth, wrapText} from '../../format/fit-width.js';
import {sanitise} from '../../format/sanitise.js';
import type {TimeFormatter} from '../../format/time-formatter.js';
import type {NotedNotice} from '../../store/notice-list.js';
import type {Theme} from '../../themes/theme.js';
import type {ListingState} from '../listing/listing-state.js';
import {statusLines} from '../listing/status-lines.js';
import {drawn, type PartSize} from '../spans/lines.js';
import {type SpanLine, safeLine} from '../spans/span.js';
import {hintSeparator} from '../welcome/welcome-text.js';

type StatusState = {
	readonly state: ListingState;
	/** Message about the last key or the input line, shown instead of the status; may be empty. */
	readonly message: string;
	/** True if the end of the message is more important than its beginning if both don't fit. */
	readonly isEndWanted: boolean;
	/** The notice that is still new. */
	readonly notice: NotedNotice | null;
	/** Hints shown if there are no problems and they fit; usually empty. */
	readonly welcome: string;
	/** Maximum number of lines. */
	readonly maxLines: number;
	readonly formatTime: TimeFormatter;
	readonly theme: Theme;
};

/** Draws the message about the last key, otherwise problems and notices, if there are any. */
export function drawStatus(
	{state, message, isEndWanted, notice, welcome, maxLines, formatTime, theme}: StatusState,
	{width}: PartSize,
): readonly SpanLine[] {
	if (message !== '') {
		return messageLines(message, isEndWanted, width, maxLines).map(text =>
			safeLine(text, width, theme.problem),
		);
	}
	const {lines, isQuiet} = statusLines(state, notice, width, maxLines, formatTime);
	const shown = isQuiet && welcome !== '' ? [fittingHints(welcome, width)] : lines;
	return shown.map(text => safeLine(text, width, isQuiet ? theme.aside : theme.problem));
}

/** Returns the first hints that fit, at least one. */
function fittingHints(text: string, width: number): string {
	const hints = text.split(hintSeparator);
	const texts = hints.map((_, dropped) => hints.slice(0, hints.length - dropped).join(hintSeparator));
	return texts.find(shown => terminalWidth(shown) <= width) ?? hints[0] ?? '';
}

/** Wraps a message to at most `height` lines. If they are too few, returns one line with its beginning or its end. */
function messageLines(text: string, isEndWanted: boolean, width: number, height: number): readonly string[] {
	const safe = sanitise(text);
	const wrapped = wrapText(safe, width);
	return wrapped.length <= height ? wrapped : [isEndWanted ? `…${endWithin(safe, width - 1)}` : text];
}

/** The lines above the footer. */
export const StatusLines = drawn(drawStatus);

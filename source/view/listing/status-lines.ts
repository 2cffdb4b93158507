import {fitWidth, terminalWidth, wrapText} from '../../format/fit-width.js';
import {pathName} from '../../format/path-name.js';
import {sanitise} from '../../format/sanitise.js';
import type {TimeFormatter} from '../../format/time-formatter.js';
import type {NotedNotice} from '../../store/notice-list.js';
import type {ListingState} from './listing-state.js';
import {type StatusTexts, statusTexts} from './status-texts.js';

const between = ' · ';

/**
 * Formats the status in at most `height` lines. Uses one line if everything fits, otherwise up to `height` lines. If that isn't
 * enough, uses one line with shortened paths, cut before its numbers. Facts that aren't problems appear only if a single line has
 * space for them.
 */
export function statusLines(
	state: ListingState,
	notice: NotedNotice | null,
	width: number,
	height: number,
	formatTime: TimeFormatter,
): {
	readonly lines: readonly string[];
	/** True if there are no problems. */
	readonly isQuiet: boolean;
} {
	const {asides} = statusTexts(state, null, formatTime, path => path);
	const lines = urgentLines(state, notice, width, height, formatTime);
	const [only = '', ...more] = lines;
	const all = [only, ...asides].filter(text => text !== '').join(between);
	const hasSpace = more.length === 0 && terminalWidth(all) <= width;
	return {lines: hasSpace ? [all] : lines, isQuiet: more.length === 0 && only === ''};
}

function urgentLines(
	state: ListingState,
	notice: NotedNotice | null,
	width: number,
	height: number,
	formatTime: TimeFormatter,
): readonly string[] {
	const texts = (name: (path: string) => string): StatusTexts => {
		const {sentences, ...numbers} = statusTexts(state, notice, formatTime, name);
		return {sentences: sentences.map(sanitise), ...numbers};
	};
	// The path is followed by a colon.
	const whole = texts(path => pathName(path, width - 1));
	const counts = whole.counts.join(between);
	const line = [...whole.sentences, ...whole.counts].join(between);
	if (terminalWidth(line) <= width) {
		return [line];
	}
	const wrapped = [...whole.sentences, ...(counts === '' ? [] : [counts])].flatMap(text =>
		wrapText(text, width),
	);
	if (wrapped.length <= height) {
		return wrapped;
	}
	const {sentences, shortCounts} = texts(path => pathName(path, Math.floor(width / 4)));
	const sentence = sentences.join(between);
	if (counts === '' || sentence === '') {
		return [sentence === '' ? shortCounts.join(between) : sentence];
	}
	const numbers = counts.length <= width / 2 ? counts : shortCounts.join(between);
	const left = Math.max(Math.floor(width / 2), width - numbers.length - between.length);
	return [(terminalWidth(sentence) > left ? fitWidth(sentence, left) : sentence) + between + numbers];
}

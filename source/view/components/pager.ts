import {percentText} from '../../format/amounts.js';
import {fitWidth, terminalWidth} from '../../format/fit-width.js';
import {sanitise} from '../../format/sanitise.js';
import type {Theme} from '../../themes/theme.js';
import {legendCharacter} from '../charts/legend.js';
import {className, sumOf} from '../charts/shares.js';
import {sparkline} from '../charts/sparkline.js';
import type {PulseBar} from '../pulse/pulse.js';
import {drawn, type PartSize} from '../spans/lines.js';
import {type Span, type SpanLine, widthOf} from '../spans/span.js';

/** Content of the line below the rows. */
export type PagerState = {
	/** Day of the rows; empty if they show it. Dropped first where space is short. */
	readonly day: string;
	/** The range of rows, and other facts about the page. */
	readonly text: string;
	/** Matches by status class; null if they are shown elsewhere, or until they are known. */
	readonly counts: readonly number[] | null;
	/** True if the counts still belong to the previous search. */
	readonly isPast: boolean;
	/** Requests per half minute for a chart at the right end, the newest last. */
	readonly bars: readonly PulseBar[];
	/** False: a line of text, without a rule. */
	readonly isRule: boolean;
	readonly theme: Theme;
};

/** The classes in the rule, the first to be dropped first. 5xx is always shown. */
const leaving = [3, 2, 4, 5];

/** Maximum number of bars in the rule. */
const maxBars = 30;

/** Draws the line below the rows: the range of rows, and the shares of the classes at its end. */
export function drawPager(state: PagerState, {width}: PartSize): readonly SpanLine[] {
	const {day, text, theme, isRule} = state;
	const whole = day === '' ? text : text === '' ? day : `${day} · ${text}`;
	for (let dropped = 0; dropped < leaving.length; dropped++) {
		const kept = [2, 3, 4, 5].filter(one => leaving.indexOf(one) >= dropped);
		for (const shown of dropped === 0 ? [whole, text] : [text]) {
			const line = (isRule ? ruleWith : textWith)(sanitise(shown), kept, state, width);
			if (line !== null) {
				return [line];
			}
		}
	}
	const cut = fitWidth(`${isRule ? '─ ' : ''}${sanitise(text)}`, width).trimEnd();
	return [{spans: [{text: cut}], style: theme.muted}];
}

/** Returns the line of text; null if it is too long. */
function textWith(
	text: string,
	classes: readonly number[],
	state: PagerState,
	width: number,
): SpanLine | null {
	const shares = sharesOf(state, classes).map(span => span.text);
	const line = shares.length === 0 ? text : `${text} · ${shares.join('').trim()}`;
	return terminalWidth(line) > width ? null : {spans: [{text: line}], style: state.theme.muted};
}

/** Returns the shares of these classes; none until known. */
function sharesOf({counts, isPast, isRule, theme}: PagerState, classes: readonly number[]): readonly Span[] {
	const all = sumOf(counts ?? []);
	return all === 0
		? []
		: classes.flatMap((statusClass, index): readonly Span[] => [
				{text: index === 0 ? '' : '  '},
				{
					text: isRule ? `${legendCharacter(statusClass, theme)} ` : '',
					style: isPast ? theme.pastRow : theme.fill[statusClass],
				},
				{text: className(statusClass), style: isPast ? theme.pastRow : theme.status[statusClass]},
				{
					text: ` ${percentText(counts?.[statusClass] ?? 0, all).replace(' ', '')}`,
					style: isPast ? theme.pastRow : undefined,
				},
			]);
}

/** Returns the rule; null if it is too long. */
function ruleWith(
	text: string,
	classes: readonly number[],
	state: PagerState,
	width: number,
): SpanLine | null {
	const {theme} = state;
	const shares = sharesOf(state, classes);
	const bars = state.bars.slice(-maxBars);
	const chart = bars.some(({requests}) => requests > 0)
		? sparkline(
				bars.map(({requests}) => requests),
				bars.map(({errors}) => errors),
				theme,
			)
		: [];
	const end = [...shares, ...(shares.length > 0 && chart.length > 0 ? [{text: '  '}] : []), ...chart];
	const endWidth = widthOf(end);
	const start = text === '' ? '' : ` ${text} `;
	const last = chart.length > 0 || endWidth === 0 ? '' : ' ─';
	const rule = width - 1 - terminalWidth(start) - endWidth - (endWidth > 0 ? 1 : 0) - last.length;
	return rule < 1
		? null
		: {
				spans: [
					{text: '─', style: theme.rule},
					{text: start, style: theme.muted},
					{text: '─'.repeat(rule) + (endWidth > 0 ? ' ' : ''), style: theme.rule},
					...end,
					{text: last, style: theme.rule},
				].filter(span => span.text !== ''),
			};
}

/** The line below the rows. */
export const Pager = drawn(drawPager);

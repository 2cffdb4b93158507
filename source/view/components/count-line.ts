import {countLine} from '../../format/amounts.js';
import {fitWidth, terminalWidth} from '../../format/fit-width.js';
import type {Theme} from '../../themes/theme.js';
import {asides} from '../listing/asides.js';
import type {FiringText} from '../listing/firing-text.js';
import type {ListingState} from '../listing/listing-state.js';
import {drawn, type PartSize} from '../spans/lines.js';
import type {SpanLine} from '../spans/span.js';

type CountLineState = {
	readonly state: ListingState;
	/** True if the search as written can't be evaluated, so that N still belongs to the previous search. */
	readonly isBehind: boolean;
	/** The firing rules, if there is no title line to show them. */
	readonly alert: FiringText | null;
	readonly theme: Theme;
};

const gap = '   ';

/** Draws `<N> results found`, followed by alerts and dim notes about N. */
export function drawCountLine(
	{state, isBehind, alert, theme}: CountLineState,
	{width}: PartSize,
): readonly SpanLine[] {
	const count = state.count ? countLine(state.count.n) : 'reading …';
	const shown = count.length > width ? fitWidth(count, width) : count;
	const behind = isBehind && !state.isSearching ? ['result of the previous search'] : [];
	const notes = [...behind, ...asides(state)].join(' · ');
	const restWidth = width - shown.length - gap.length;
	const left = restWidth - (notes === '' ? 0 : terminalWidth(notes) + gap.length);
	const alarm = !alert
		? ''
		: terminalWidth(alert.whole) <= left
			? alert.whole
			: fitWidth(alert.brief, Math.min(alert.brief.length, Math.max(0, restWidth))).trimEnd();
	const beside = fitWidth(
		notes,
		restWidth - (alarm === '' ? 0 : terminalWidth(alarm) + gap.length),
	).trimEnd();
	const spans = [
		{text: shown, style: theme.count},
		{text: alarm === '' ? '' : gap},
		{text: alarm, style: theme.problem},
		{text: beside === '' ? '' : gap},
		{text: beside, style: theme.aside},
	];
	return [{spans}];
}

/** The number of matches. */
export const CountLine = drawn(drawCountLine);

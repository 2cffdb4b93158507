import type {FacetOrder, Facets, FacetValue} from '../../../answers/answers.js';
import {missing} from '../../../format/amounts.js';
import {cutAgent, cutMiddle, fitWidth, terminalWidth, unitsPerColumn} from '../../../format/fit-width.js';
import {sanitise} from '../../../format/sanitise.js';
import {durationText} from '../../../format/time-texts.js';
import type {FacetField} from '../../../query/facet-field.js';
import {shares} from '../../charts/shares.js';
import type {PanelScene} from '../../panel/open-panel.js';
import type {PanelLine} from '../../panel/panel-lines.js';
import {marker, type Piece} from '../../spans/piece.js';
import type {FacetTab} from './facet-tabs.js';

/**
 * Cuts the sanitised values of a list to at most `width` columns. Cuts the prefix that a value shares with other values:
 * `/shop/detail/1042/21` and `/shop/detail/1043/21` keep their number, where `cutMiddle` would remove exactly that.
 */
export function cutApart(texts: readonly string[], width: number): readonly string[] {
	const long = texts.filter(text => !fits(text, width)).toSorted();
	const shared = long.map((text, index) => lengthShared(text, long[index - 1] ?? ''));
	const cut = new Map(long.map((text, index) => [text, cutAt(text, partings(shared, index), width)]));
	return texts.map(text => cut.get(text) ?? text);
}

/**
 * Returns the offsets at which a value of a sorted list starts to differ from the other values, ascending. `shared`: length of
 * the prefix that each value shares with the previous one.
 */
function partings(shared: readonly number[], index: number): readonly number[] {
	const found = new Set<number>();
	let length = Number.POSITIVE_INFINITY;
	for (let before = index; before > 0; before--) {
		length = Math.min(length, shared[before] ?? 0);
		found.add(length);
	}
	length = Number.POSITIVE_INFINITY;
	for (let after = index + 1; after < shared.length; after++) {
		length = Math.min(length, shared[after] ?? 0);
		found.add(length);
	}
	return [...found].sort((a, b) => a - b);
}

/** Returns the beginning, and the rest from the first difference from which it fits. Without a difference, the middle is cut. */
function cutAt(text: string, places: readonly number[], width: number): string {
	const starts = places
		.map(place => partBefore(text, place))
		.filter(start => start > 0 && start < text.length);
	const start = starts.find(from => fits(text.slice(from), width - 1)) ?? starts.at(-1);
	if (start === undefined || width < 9) {
		return cutMiddle(text, width);
	}
	const end = cutMiddle(text.slice(start), width - 1);
	const head = fitWidth(text.slice(0, start), width - terminalWidth(end)).trimEnd();
	return head.endsWith('…') ? head + end : cutMiddle(text, width);
}

/** Moves an offset to the beginning of a part of the path or query, if the part is short: only a whole part is meaningful. */
function partBefore(text: string, place: number): number {
	const part = /[/?&][^/?&]{0,20}$/.exec(text.slice(0, place));
	const start = part ? part.index : place;
	return /[\uDC00-\uDFFF]/.test(text.charAt(start)) ? start - 1 : start;
}

function lengthShared(a: string, b: string): number {
	let length = 0;
	while (length < a.length && a[length] === b[length]) {
		length++;
	}
	return length;
}

function fits(text: string, width: number): boolean {
	return text.length <= unitsPerColumn * width && terminalWidth(text) <= width;
}

/** Maximum length before sanitising. The rest couldn't reach the screen anyway. */
const maxValueLength = 8192;

/** Formats a value for the screen, sanitised. */
export function facetValueText(field: FacetField, value: string | null): string {
	if (value === null) {
		return missing;
	}
	if (value === '') {
		return '(empty)';
	}
	if (field === 'client') {
		return value === 'bot' ? 'bots, and other programs' : 'people';
	}
	const near =
		value.length > maxValueLength
			? `${value.slice(0, maxValueLength / 2)}…${value.slice(-maxValueLength / 2)}`
			: value;
	return sanitise(near);
}

const gap = 2;
const shareWidth = 4;

/** Minimum screen width for bars next to values that the bars would cut. */
const roomy = 100;

/** Returns the line of tabs, with the open one in brackets; if not all fit, the ones around it. */
export function tabsLine(tabs: readonly FacetTab[], open: FacetTab, {width, theme}: PanelScene): PanelLine {
	const {names, first, at} = placedTabs(tabs, open, width);
	const before = names.slice(first, at).join('');
	const name = fitWidth(names[at] ?? '', Math.min(names[at]?.length ?? 0, width));
	// The last space needs no column.
	const after = names
		.slice(at + 1)
		.join('')
		.trimEnd();
	return {
		pieces: [
			{text: before},
			{text: name, style: theme.key},
			{text: fitWidth(after, Math.min(after.length, width - before.length - name.length))},
		],
	};
}

/** Returns the number of tabs from the open one to the tab at column `x`; null if there is none. */
export function tabStep(
	tabs: readonly FacetTab[],
	open: FacetTab,
	x: number,
	{width}: PanelScene,
): number | null {
	const {names, first, at} = placedTabs(tabs, open, width);
	let end = 0;
	const index = names.slice(first).findIndex(name => {
		end += name.length;
		return x < end;
	});
	return index === -1 ? null : first + index - at;
}

/** Returns the labels of the tabs, the first visible one, and the open one. */
function placedTabs(tabs: readonly FacetTab[], open: FacetTab, width: number) {
	const names = tabs.map(tab => (tab === open ? `[${tab.name}]` : ` ${tab.name} `));
	const at = tabs.indexOf(open);
	let first = 0;
	while (first < at && names.slice(first, at + 2).join('').length > width) {
		first++;
	}
	return {names, first, at};
}

/**
 * Returns the lines of the values `first` to `end`: count, share, p95 if there are durations, bar, value.
 * @param order - the quantity that the bar shows
 * @param selected - index of the selected value
 */
export function valueLines(
	{field}: FacetTab,
	{values, total, estimated}: Facets,
	order: FacetOrder,
	first: number,
	end: number,
	selected: number | null,
	scene: PanelScene,
): readonly PanelLine[] {
	const {width, theme, isSpoken} = scene;
	const countWidth = Math.max(...values.map(({n}) => countText(n, estimated).length));
	// Computed over all values. Otherwise a share would change when the list scrolls.
	const shareTexts = shares(
		values.map(({n}) => n),
		total,
	);
	const slowness = slownessTexts(values);
	const slownessWidth = Math.max(0, ...slowness.map(({length}) => length));
	// On narrow screens, the value is more important.
	const isTimed = slownessWidth > 0 && width >= 40;
	const fixed = 1 + countWidth + gap + shareWidth + gap + (isTimed ? slownessWidth + gap : 0);
	const texts = values.slice(first, end).map(({value}) => facetValueText(field, value));
	// The value is the most important part: the bar gets 1/6 of the line, and is omitted on narrow screens.
	const widest = Math.max(6, Math.min(30, Math.floor(width / 6)));
	const isCut = width < roomy && texts.some(text => terminalWidth(text) > width - fixed - widest - gap);
	const barWidth = isSpoken || width < 40 || isCut ? 0 : widest;
	// Bars are relative to the greatest value: in a long list, each value has a share of about a percent.
	const sizeOf = ({n, p95}: FacetValue): number => (order === 'n' ? n : (p95 ?? 0));
	const greatest = Math.max(Number.MIN_VALUE, ...values.map(sizeOf));
	const valueWidth = Math.max(0, width - fixed - (barWidth > 0 ? barWidth + gap : 0));
	const cut =
		field === 'userAgent' ? texts.map(text => cutAgent(text, valueWidth)) : cutApart(texts, valueWidth);
	return values.slice(first, end).map((found, index) => {
		const {value, n} = found;
		const isSelected = first + index === selected;
		const lead =
			marker(isSelected) +
			countText(n, estimated).padStart(countWidth) +
			' '.repeat(gap) +
			(shareTexts[first + index] ?? '').padStart(shareWidth) +
			' '.repeat(gap) +
			(isTimed ? (slowness[first + index] ?? '').padStart(slownessWidth) + ' '.repeat(gap) : '');
		const bar = theme.chart.bar.repeat(Math.ceil((sizeOf(found) / greatest) * barWidth));
		const text = cut[index] ?? '';
		const pieces: readonly Piece[] = [
			{text: fitWidth(lead, Math.min(width, fixed))},
			...(barWidth > 0 ? [{text: bar.padEnd(barWidth) + ' '.repeat(gap), style: theme.axis}] : []),
			{text, style: field === 'status' ? theme.status[value?.[0] ?? ''] : undefined},
		];
		return {pieces, style: isSelected ? theme.selected : theme.row};
	});
}

/** Returns `p95 1.2 s` for each value; '' for all if there are no durations. */
function slownessTexts(values: readonly FacetValue[]): readonly string[] {
	const texts = values.map(({p95}) => (p95 === null ? '' : durationText(p95)));
	const widest = Math.max(0, ...texts.map(({length}) => length));
	return texts.map(text => (widest === 0 ? '' : `p95 ${(text || missing).padStart(widest)}`));
}

function countText(n: number, estimated: boolean): string {
	return estimated ? `~${n}` : String(n);
}

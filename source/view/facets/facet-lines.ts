import type {FacetOrder, Facets, FacetValue} from '../../answers/answers.js';
import {cutAgent} from '../../listing/cut-agent.js';
import {durationText} from '../../listing/duration-text.js';
import {fitWidth} from '../../listing/fit-width.js';
import {missing} from '../../listing/missing.js';
import {terminalWidth} from '../../listing/terminal-width.js';
import {shares} from '../charts/shares.js';
import type {PanelScene} from '../panel/open-panel.js';
import type {PanelLine} from '../panel/panel-line.js';
import {marker} from '../pieces/marker.js';
import type {Piece} from '../pieces/piece.js';
import {cutApart} from './cut-apart.js';
import type {FacetTab} from './facet-tabs.js';
import {facetValueText} from './facet-value-text.js';

const gap = 2;
const shareWidth = 4;

/** On narrower screens there is no bar beside values that it would cut. */
const roomy = 100;

/** The tabs, the open one in brackets; where they don't all fit, those around it. */
export function tabsLine(tabs: readonly FacetTab[], open: FacetTab, {width, theme}: PanelScene): PanelLine {
	const {names, first, at} = placedTabs(tabs, open, width);
	const before = names.slice(first, at).join('');
	const name = fitWidth(names[at] ?? '', Math.min(names[at]?.length ?? 0, width));
	const after = names.slice(at + 1).join('');
	return {
		pieces: [
			{text: before},
			{text: name, look: theme.key},
			{text: fitWidth(after, Math.min(after.length, width - before.length - name.length))},
		],
	};
}

/** How far it is from the open tab to the one at a column; null for none. */
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

/** The tabs as they are written, the first one that is shown, and the open one. */
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
 * The values `first` to `end`, a line each: count, share, slowness where there are durations, bar, value.
 * @param order - what the bar is of
 * @param selected - index of the selected one
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
	// Of all of them, or a share would change as the list is scrolled.
	const shareTexts = shares(
		values.map(({n}) => n),
		total,
	);
	const slowness = slownessTexts(values);
	const slownessWidth = Math.max(0, ...slowness.map(({length}) => length));
	// Where it is narrow, the value has to be read.
	const isTimed = slownessWidth > 0 && width >= 40;
	const fixed = 1 + countWidth + gap + shareWidth + gap + (isTimed ? slownessWidth + gap : 0);
	const texts = values.slice(first, end).map(({value}) => facetValueText(field, value));
	// The value is what has to be read: the bar gets a sixth of the line, and none where it is narrow.
	const widest = Math.max(6, Math.min(30, Math.floor(width / 6)));
	const isCut = width < roomy && texts.some(text => terminalWidth(text) > width - fixed - widest - gap);
	const barWidth = isSpoken || width < 40 || isCut ? 0 : widest;
	// Beside the most frequent one: of a long list each has a share of a percent.
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
			...(barWidth > 0 ? [{text: bar.padEnd(barWidth) + ' '.repeat(gap), look: theme.axis}] : []),
			{text, look: field === 'status' ? theme.status[value?.[0] ?? ''] : undefined},
		];
		return {pieces, look: isSelected ? theme.selected : theme.row};
	});
}

/** `p95 1.2 s` for each; nothing where there are no durations at all. */
function slownessTexts(values: readonly FacetValue[]): readonly string[] {
	const texts = values.map(({p95}) => (p95 === null ? '' : durationText(p95)));
	const widest = Math.max(0, ...texts.map(({length}) => length));
	return texts.map(text => (widest === 0 ? '' : `p95 ${(text || missing).padStart(widest)}`));
}

function countText(n: number, estimated: boolean): string {
	return estimated ? `~${n}` : String(n);
}

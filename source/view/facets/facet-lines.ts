import type {Facets} from '../../answers/answers.js';
import {cutMiddle} from '../../listing/cut-middle.js';
import {fitWidth} from '../../listing/fit-width.js';
import {percent} from '../charts/percent.js';
import {marker} from '../marker.js';
import type {PanelScene} from '../panel/open-panel.js';
import type {PanelLine} from '../panel/panel-line.js';
import type {Piece} from '../pieces/piece.js';
import {type FacetTab, facetTabs} from './facet-tabs.js';
import {facetValueText} from './facet-value-text.js';

const gap = 2;
const shareWidth = 4;

/** The tabs, the open one in brackets; where they don't all fit, those around it. */
export function tabsLine(open: FacetTab, {width, theme}: PanelScene): PanelLine {
	const names = facetTabs.map(tab => (tab === open ? `[${tab.name}]` : ` ${tab.name} `));
	let first = 0;
	const at = facetTabs.indexOf(open);
	while (first < at && names.slice(first, at + 2).join('').length > width) {
		first++;
	}

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

/**
 * The values `first` to `end`, a line each: count, share, bar, value.
 * @param selected - index of the selected one
 */
export function valueLines(
	{field}: FacetTab,
	{values, total, estimated}: Facets,
	first: number,
	end: number,
	selected: number | null,
	scene: PanelScene,
): readonly PanelLine[] {
	const {width, theme, isSpoken} = scene;
	const countWidth = Math.max(...values.map(({n}) => countText(n, estimated).length));
	const fixed = 1 + countWidth + gap + shareWidth + gap;
	// The value is what has to be read: the bar gets a sixth of the line, and none where it is narrow.
	const barWidth = isSpoken || width < 40 ? 0 : Math.max(6, Math.min(30, Math.floor(width / 6)));
	// Beside the most frequent one: of a long list each has a share of a percent.
	const greatest = Math.max(1, ...values.map(({n}) => n));
	const valueWidth = Math.max(0, width - fixed - (barWidth > 0 ? barWidth + gap : 0));
	return values.slice(first, end).map(({value, n}, index) => {
		const isSelected = first + index === selected;
		const lead =
			marker(isSelected) +
			countText(n, estimated).padStart(countWidth) +
			' '.repeat(gap) +
			percent(n, total).padStart(shareWidth) +
			' '.repeat(gap);
		const bar = theme.chart.bar.repeat(Math.ceil((n / greatest) * barWidth));
		const text = cutMiddle(facetValueText(field, value), valueWidth);
		const pieces: readonly Piece[] = [
			{text: fitWidth(lead, Math.min(width, fixed))},
			...(barWidth > 0 ? [{text: bar.padEnd(barWidth) + ' '.repeat(gap), look: theme.axis}] : []),
			{text, look: field === 'status' ? theme.status[value?.[0] ?? ''] : undefined},
		];
		return {pieces, look: isSelected ? theme.selected : theme.row};
	});
}

function countText(n: number, estimated: boolean): string {
	return estimated ? `~${n}` : String(n);
}

import {type FacetOrder, type Facets, type FacetValue, minSlowRequests} from '../../../answers/answers.js';
import {breakText, terminalWidth} from '../../../format/fit-width.js';
import type {FacetField} from '../../../query/facet-field.js';
import type {Query} from '../../../query/query.js';
import type {PanelScene} from '../../panel/open-panel.js';
import {fittedLine, type PanelLine} from '../../panel/panel-lines.js';
import {requestsText, whileIndexing} from '../../panel/requests-text.js';
import {figuresText} from './facet-table.js';
import {facetValueText} from './facet-texts.js';
import {maxValues} from './field-answers.js';

/** The facts about all values that the lines show. */
type FootLook = {
	readonly order: FacetOrder;
	/** States that the answer is partial; mostly empty. */
	readonly partial: string;
	/** The query that has been answered. */
	readonly query: Query;
};

/**
 * Returns the lines below the values: the whole selected value with its figures, and all matches.
 * @param height - maximum number of lines, at least one
 */
export function footLines(
	field: FacetField,
	facets: Facets,
	value: FacetValue | undefined,
	look: FootLook,
	height: number,
	scene: PanelScene,
): readonly PanelLine[] {
	const {width, theme} = scene;
	const name = value ? facetValueText(field, value.value) : '';
	const figures = value ? figuresText(value.n, value.figures, facets.estimated) : '';
	const detail = value && figures.length <= width - terminalWidth(name) - 2 ? figures : undefined;
	const total = whileIndexing(totalText(facets, look), scene);
	if (detail !== undefined) {
		const line = {
			spans: [
				{text: name, style: theme.title},
				{text: `  ${detail}`, style: theme.aside},
			],
		};
		return [line, ...(height > 1 ? [fittedLine(total, width, theme.aside)] : [])];
	}
	const lines = breakText(name, width, Math.max(1, height - 1));
	return [...lines, ...(height > 1 ? [total] : [])].map(text => fittedLine(text, width, theme.aside));
}

function totalText({distinct, values, estimated, total}: Facets, {order, partial, query}: FootLook): string {
	const remarks = [
		requestsText(total, query),
		partial,
		distinct > values.length && values.length >= maxValues
			? `the first ${values.length} values are listed`
			: '',
		order === 'p95' ? `rare values (under ${minSlowRequests} requests) last` : '',
		estimated ? '~ are estimates: too many values to count each' : '',
	];
	return remarks.filter(text => text !== '').join(' · ');
}

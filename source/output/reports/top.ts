import type {FacetOrder} from '../../answers/answers.js';
import {counted, missing} from '../../format/amounts.js';
import {cutAgent} from '../../format/cut-agent.js';
import {cutRoute} from '../../format/cut-route.js';
import type {FacetField} from '../../query/facet-field.js';
import {isLogFieldName, nameOfLogField} from '../../query/log-field-name.js';
import {termFor, writtenField} from '../../query/terms.js';
import type {Store} from '../../store/store.js';
import {defaultLimit, type FiguredRow, figureColumnsBy, orderInText} from './figures.js';
import type {QuestionOf, Report, ReportSource} from './report.js';
import {emptyReport, type TableColumn, tableReport} from './table.js';

type ValueRow = FiguredRow & {readonly field: FacetField; readonly value: string | null};

/** Returns the first values of each field, with their figures. */
export async function topReport(
	{store, query, limit = defaultLimit, signal}: ReportSource,
	{fields, by}: QuestionOf<'top'>,
): Promise<Report> {
	if (limit === 0) {
		return emptyReport(fields.slice(0, 1).flatMap(field => columnsOf(field, by, store)));
	}
	const blocks = [];
	let isPartial = false;
	for (const field of fields) {
		const {values, total, distinct, estimated, partial} = await store.facets(query, field, limit, {
			order: by,
			withFigures: true,
			signal,
		});
		isPartial ||= partial;
		const rows = values.flatMap(({value, n, figures}): readonly ValueRow[] =>
			figures === undefined ? [] : [{field, value, n, total, figures, estimated}],
		);
		const number = `${estimated ? '~' : ''}${distinct}`;
		const countText =
			rows.length < distinct ? `${rows.length} of ${number} values` : counted(rows.length, 'value');
		blocks.push({
			title: `${fieldName(field, store)}: ${countText}, ${counted(total, 'request')}`,
			columns: columnsOf(field, by, store),
			rows,
			...orderInText(by),
		});
	}
	return tableReport(blocks, {remark: '', partial: isPartial});
}

/** Returns the name of a field as in a search, and the shown name of a log field. */
function fieldName(field: FacetField, {shownField}: Pick<Store, 'shownField'>): string {
	return isLogFieldName(field) ? shownField(field) : writtenField(field);
}

function columnsOf(
	field: FacetField,
	by: FacetOrder,
	store: Pick<Store, 'shownField'>,
): ReadonlyArray<TableColumn<ValueRow>> {
	const name = fieldName(field, store);
	return [
		// A spreadsheet would run `@name` as a formula.
		{path: 'field', value: () => name, csv: isLogFieldName(name) ? `fields.${nameOfLogField(name)}` : name},
		{
			path: 'value',
			value: ({value}) => value,
			heading: name,
			text: ({value}) => (value === null ? missing : value === '' ? '(empty)' : value),
			has: () => true,
			isLast: true,
			...(field === 'userAgent' && {cut: cutAgent}),
			...(field === 'route' && {cut: cutRoute}),
		},
		...figureColumnsBy(by),
		{path: 'estimated', value: ({estimated}) => estimated || null, isOptional: true},
		{path: 'search', value: ({value}) => (hidesName(field, store) ? null : termFor(field, value, true))},
	];
}

/** Checks whether a part of the name of a field is a secret. */
function hidesName(field: FacetField, {shownField}: Pick<Store, 'shownField'>): boolean {
	return isLogFieldName(field) && shownField(field) !== field;
}

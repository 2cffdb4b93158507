import {cutMiddle, fitWidth, terminalWidth} from '../../format/fit-width.js';
import {replaceUnsafe, sanitise} from '../../format/sanitise.js';
import {escapedInJson, harmlessJson} from '../../harmless-json.js';
import {csvCell} from '../csv-line.js';
import type {Report, ReportForm, ReportTarget} from './report.js';

/** A value in a table. */
export type Cell = string | number | true | null;

/** A column of a table of rows. */
export type TableColumn<Row> = {
	/** Its name in JSON; a dot means a nested object: `durationMs.p95`. In CSV in camel case: `durationMsP95`. */
	readonly path: string;
	readonly value: (row: Row) => Cell;
	/** True if JSON omits null values. */
	readonly isOptional?: true;
	/** Its value in CSV, if it differs. */
	readonly csv?: Cell;
	/** Its value in JSON, which CSV doesn't have. */
	readonly json?: (row: Row) => object;
	/** Its heading in text; undefined for a column only in JSON and CSV. */
	readonly heading?: string;
	/** Its cell in text, not sanitised. By default the value, empty for null. */
	readonly text?: (row: Row) => string;
	/** Text has the column if this is true for a row; by default, if the value isn't null. */
	readonly has?: (row: Row) => boolean;
	/** Columns with a higher rank are dropped first on a narrow terminal. A column without a rank stays. */
	readonly rank?: number;
	/** True if it is left-aligned: numbers are right-aligned. */
	readonly isLeft?: true;
	/** True if text has it at the end of the line, where it may be long. */
	readonly isLast?: true;
	/** Cuts its sanitised cell to a width; by default in the middle. */
	readonly cut?: (text: string, width: number) => string;
};

/** Rows that are printed as a block of text below their title. */
type Block<Row> = {
	/** Not sanitised. */
	readonly title: string;
	readonly columns: ReadonlyArray<TableColumn<Row>>;
	readonly rows: readonly Row[];
	/** Order of the rows in text, whose numbers have fewer digits; by default as given. For `sort`. */
	readonly compareInText?: (a: Row, b: Row) => number;
};

/** Spaces between the columns of text. */
const gap = 2;

/** Returns a report with the rows of some blocks, which have the same columns in JSON and CSV. */
export function tableReport<Row>(
	blocks: ReadonlyArray<Block<Row>>,
	about: Pick<Report, 'remark' | 'partial'>,
): Report {
	const length = blocks.reduce((sum, {rows}) => sum + rows.length, 0);
	return {
		...about,
		length,
		lines: (form, target) => linesOf(blocks, form, target),
	};
}

/** Returns a report without rows. CSV still has its header, for programs that read columns by their names. */
export function emptyReport<Row>(
	columns: ReadonlyArray<TableColumn<Row>>,
	remark = '',
	partial = false,
): Report {
	return {
		...{remark, partial, length: 0},
		lines: form => (form === 'csv' ? [csvHeader(ofCsv(columns))] : []),
	};
}

function ofCsv<Row>(columns: ReadonlyArray<TableColumn<Row>>): ReadonlyArray<TableColumn<Row>> {
	return columns.filter(({json}) => json === undefined);
}

function csvHeader<Row>(columns: ReadonlyArray<TableColumn<Row>>): string {
	return columns.map(({path}) => csvName(path)).join(',');
}

function linesOf<Row>(
	blocks: ReadonlyArray<Block<Row>>,
	form: ReportForm,
	{toTerminal, width}: ReportTarget,
): readonly string[] {
	switch (form) {
		case 'json':
			return blocks.flatMap(({columns, rows}) =>
				rows.map(row => jsonLineOf(jsonOf(row, columns), toTerminal)),
			);
		case 'csv': {
			const [first] = blocks;
			const lines = blocks.flatMap(({columns, rows}) => {
				const cells = ofCsv(columns);
				return rows.map(row => cells.map(({value, csv = value(row)}) => csvCell(csv)).join(','));
			});
			return [
				...(first ? [csvHeader(ofCsv(first.columns))] : []),
				...(toTerminal ? lines.map(sanitise) : lines),
			];
		}
		case 'text':
			return blocks.flatMap((block, index) => [...(index > 0 ? [''] : []), ...textLines(block, width)]);
	}
}

/** Formats an object as a line of JSON that is safe for its target. */
export function jsonLineOf(object: object, toTerminal: boolean): string {
	const line = harmlessJson(object);
	return toTerminal ? replaceUnsafe(line, escapedInJson) : line;
}

function jsonOf<Row>(row: Row, columns: ReadonlyArray<TableColumn<Row>>): object {
	const object: Record<string, Cell | object> = {};
	for (const {path, value, json = value, isOptional} of columns) {
		const cell = json(row);
		const [name = '', inner] = path.split('.');
		if (cell === null && isOptional) {
			continue;
		}
		if (inner === undefined) {
			object[name] = cell;
		} else {
			object[name] = {...(object[name] as object | undefined), [inner]: cell};
		}
	}
	return object;
}

function csvName(path: string): string {
	return path.replace(/\.(.)/, (_, letter: string) => letter.toUpperCase());
}

/** Maximum width of the last column, even if lines aren't cut: a user agent may have 60 KB. */
export const maxLast = 1000;

/** Minimum width of the last column, and its minimum share of the width, as in the panels, if other columns can be dropped for it. */
const minLast = {width: 24, share: 0.4};

/** Returns a table as text: the columns that have cells and fit, as wide as their cells; the last one is cut to fit. */
function textLines<Row>(
	{title, columns, rows: given, compareInText}: Block<Row>,
	width = Number.POSITIVE_INFINITY,
): readonly string[] {
	const rows = compareInText ? given.toSorted(compareInText) : given;
	const known = columns
		.filter(({heading, value, has = row => value(row) !== null}) => heading !== undefined && rows.some(has))
		.map(column => {
			const {heading = '', value, text = of => String(value(of) ?? ''), cut = cutMiddle} = column;
			const cells = [heading, ...rows.map(text)]
				.map(sanitise)
				.map(cell => (column.isLast && terminalWidth(cell) > maxLast ? cut(cell, maxLast) : cell));
			// A call with as many arguments as a long table has rows would fail.
			return {...column, cells, width: cells.reduce((max, cell) => Math.max(max, terminalWidth(cell)), 0)};
		});
	const shown = [...known.filter(({isLast}) => !isLast), ...known.filter(({isLast}) => isLast)];
	const lastWidth = Math.max(minLast.width, Math.floor(minLast.share * width));
	const widthOf = (column: (typeof known)[number]): number =>
		column.isLast ? Math.min(column.width, lastWidth) : column.width;
	const needed = (): number => shown.reduce((sum, column) => sum + widthOf(column) + gap, -gap);
	for (const column of known
		.filter(({rank = 0}) => rank > 0)
		.toSorted((a, b) => (b.rank ?? 0) - (a.rank ?? 0))) {
		if (needed() > width) {
			shown.splice(shown.indexOf(column), 1);
		}
	}
	const before = shown.reduce((sum, column) => sum + (column.isLast ? 0 : column.width + gap), 0);
	const lines = (shown[0]?.cells ?? []).map((_, line) =>
		shown
			.map(({cells, isLeft, isLast, width: widest, cut = cutMiddle}) => {
				const cell = cells[line] ?? '';
				if (isLast) {
					return before + terminalWidth(cell) > width ? cut(cell, Math.max(1, width - before)) : cell;
				}
				const space = ' '.repeat(widest - terminalWidth(cell));
				return isLeft ? cell + space : space + cell;
			})
			.join(' '.repeat(gap))
			.trimEnd(),
	);
	return [sanitise(title), ...(rows.length > 0 ? lines : [])].map(line =>
		terminalWidth(line) > width ? fitWidth(line, width) : line,
	);
}

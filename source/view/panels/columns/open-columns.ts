import {columns} from '../../../fields/fields.js';
import {
	type ChosenColumn,
	columnsText,
	defaultChoice,
	hiddenRemarks,
	maxColumnWidth,
	minColumnWidth,
	shownColumns,
} from '../../../format/chosen-columns.js';
import {type Column, headerOf, rulesOf} from '../../../format/columns.js';
import {breakText, fitWidth, terminalWidth} from '../../../format/fit-width.js';
import {sanitise} from '../../../format/sanitise.js';
import {isGeoField} from '../../../geo/geo.js';
import {type Command, plainCommand} from '../../../keys/command.js';
import {afterColon, keyed, leaveHint} from '../../../keys/keyed.js';
import type {LogFieldName, ShownField} from '../../../query/log-field-name.js';
import {columnOf, orders} from '../../../query/order.js';
import {shellLine} from '../../../shell-word.js';
import type {Store} from '../../../store/store.js';
import {newRowLine} from '../../components/row-line.js';
import {type ColumnWidths, columnWidths, textWidth} from '../../layout/column-widths.js';
import {headerText} from '../../layout/line-texts.js';
import {columnsWith} from '../../layout/use-columns.js';
import {itemList} from '../../panel/item-list.js';
import type {
	OpenPanel,
	Panel,
	PanelScene,
	PanelTools,
	PanelView,
	TitleHints,
} from '../../panel/open-panel.js';
import {fittedLine, type PanelLine, selectedLine, textLine} from '../../panel/panel-lines.js';
import {moveKeys} from '../../panel/text-panel.js';

/** Minimum width in terminal columns from which a column's width changes in larger steps. */
const wide = 20;
const wideStep = 5;

/**
 * Returns all columns: the chosen ones in their order, then the other ones as sorted in `columns`, then log fields.
 * @param store - requests of a fleet have a source, and databases have values of addresses
 * @param logFields - the log fields that are known
 */
export function listedColumns(
	chosen: readonly ChosenColumn[],
	{isFleet = false, geoFields}: Pick<Store, 'isFleet' | 'geoFields'> = {},
	logFields: readonly LogFieldName[] = [],
): readonly Column[] {
	const names = chosen.map(({name}) => name);
	const isThere = (column: Column): boolean =>
		column === 'source' ? isFleet : !isGeoField(column) || (geoFields?.has(column) ?? false);
	const all = [...columns.filter(isThere), ...logFields];
	return [...names, ...all.filter(column => !names.includes(column))];
}

/** Appends a column, or removes it. The last remaining column stays. */
export function toggled(chosen: readonly ChosenColumn[], name: Column): readonly ChosenColumn[] {
	const others = chosen.filter(column => column.name !== name);
	if (others.length === chosen.length) {
		return [...chosen, {name, width: null}];
	}
	return others.length === 0 ? chosen : others;
}

/** Moves a column one position to the right or left. Returns `chosen` itself if it can't move. */
export function moved(chosen: readonly ChosenColumn[], name: Column, step: 1 | -1): readonly ChosenColumn[] {
	const at = chosen.findIndex(column => column.name === name);
	const column = chosen[at];
	const to = at + step;
	if (!column || to < 0 || to >= chosen.length) {
		return chosen;
	}
	return chosen.toSpliced(at, 1).toSpliced(to, 0, column);
}

/** Sets the width of a column; null: automatic. */
export function withWidth(
	chosen: readonly ChosenColumn[],
	name: Column,
	width: number | null,
): readonly ChosenColumn[] {
	return chosen.map(column => (column.name === name ? {name, width} : column));
}

/** Returns the next larger or smaller width, in terminal columns. */
export function nextWidth(width: number, step: 1 | -1): number {
	if (step === 1) {
		return Math.min(maxColumnWidth, width + (width < wide ? 1 : wideStep));
	}
	return width > wide ? Math.max(wide, width - wideStep) : Math.max(minColumnWidth, width - 1);
}

/** Width of the headers; more if there are log fields with longer names. */
const headerWidth = 10;
const maxHeaderWidth = 26;
const widthWidth = 11;

/** Returns the header and the first rows of the listing with these columns. `rows`: maximum number of rows. */
function exampleLines(
	chosen: readonly ChosenColumn[],
	rows: number,
	scene: PanelScene,
	shownField: ShownField,
): readonly PanelLine[] {
	const {listing, theme, width} = scene;
	const layout = layoutOf(chosen, scene, width);
	const look = {
		isNewDay: false,
		isSelected: false,
		hasFocus: false,
		isPast: false,
		slowness: 0,
		needle: null,
		cell: null,
	} as const;
	const lines = listing.rows.slice(0, rows).map(row => newRowLine(row, {...look, layout, theme}));
	const none = lines.length > 0 ? [] : [fittedLine(' No requests to show.', scene.width, theme.aside)];
	return [textLine(headerText(layout, shownField), theme.header), ...lines, ...none];
}

/** Returns a line per column: whether it is shown, its width and its description. */
function columnLines(
	listed: readonly Column[],
	selected: Column | null,
	chosen: readonly ChosenColumn[],
	layout: ColumnWidths,
	{listing, width, theme}: PanelScene,
	shownField: ShownField,
): readonly PanelLine[] {
	const {order} = listing;
	const mark = theme.chart.hasBlocks ? ' ▾' : ' v';
	const nameOf = (name: Column): string =>
		headerOf(name, shownField) + (order !== 'time' && name === columnOf(order) ? mark : '');
	const widest = Math.max(...listed.map(name => terminalWidth(nameOf(name)) + 1));
	return listed.map(name => {
		const column = chosen.find(candidate => candidate.name === name);
		const {explained} = rulesOf(name);
		const text = [
			` [${column ? 'x' : ' '}] `,
			fitWidth(nameOf(name), Math.min(maxHeaderWidth, Math.max(headerWidth, widest))),
			fitWidth(column ? widthText(column, layout) : '', widthWidth),
			explained,
		].join('');
		const line = fittedLine(text, width, theme.row);
		return name === selected ? selectedLine(line, theme) : line;
	});
}

/** Returns the width of a column, and the user-defined width if it differs. */
function widthText({name, width}: ChosenColumn, layout: ColumnWidths): string {
	if (!layout.shown.includes(name)) {
		return 'no space';
	}
	const now = textWidth(layout, name);
	return width === null || width === now ? String(now) : `${now} of ${width}`;
}

function hints(): TitleHints {
	return [
		keyed`${'open'} on/off`,
		keyed`${'cellLeft'} ${'cellRight'} order`,
		keyed`${'wanted'} ${'unwanted'} width`,
		keyed`${'statusAll'} auto`,
		keyed`${'find'} sort`,
		keyed`${'clearSearch'} defaults`,
		leaveHint(),
	];
}

/** Opens the panel for choosing, ordering and resizing the columns of the listing. Changes apply at once. */
function openColumns({store, changed}: PanelTools): OpenPanel {
	const {shownField} = store;
	/** Aborts the query for log fields, which is sent once. */
	let asking: AbortController | undefined;
	let logFields: readonly LogFieldName[] = [];
	/** Reason why the last command had no effect, or only a partial one; usually empty. */
	let remark = '';

	const listed = (scene: PanelScene): readonly Column[] => listedColumns(chosenIn(scene), store, logFields);

	const list = itemList({keys: listed, height: listHeight});
	const selected = (scene: PanelScene): Column | null => listed(scene)[list.selected(scene) ?? 0] ?? null;

	const draw = (scene: PanelScene): PanelView => {
		const chosen = chosenIn(scene);
		const layout = layoutOf(chosen, scene);
		const first = list.first(scene);
		const names = listed(scene).slice(first, first + listHeight(scene));
		const example = exampleRows(scene);
		const footText = remark || optionText(scene, shownField);
		return {
			title: 'Columns',
			hints: [hints()],
			body: [
				...(example > 0 ? exampleLines(chosen, example, scene, shownField) : []),
				...(example > 1 ? [textLine('')] : []),
				...columnLines(names, selected(scene), chosen, layout, scene, shownField),
				...breakText(footText, scene.width, footHeight(scene)).map(text =>
					fittedLine(text, scene.width, remark ? scene.theme.problem : scene.theme.aside),
				),
			],
		};
	};

	/** Applies a command to column `name`. Returns a remark, or null if the command has no effect here. */
	const edit = (command: Command, name: Column, scene: PanelScene): string | null => {
		const chosen = chosenIn(scene);
		const choose = (next: readonly ChosenColumn[]): void => {
			// A key without an effect doesn't choose the columns that a wide screen has added.
			if (columnsText(next) !== columnsText(chosen)) {
				scene.columns.choose(next);
			}
		};
		const header = headerOf(name, shownField);
		const isShown = chosen.some(column => column.name === name);
		switch (command) {
			case 'open':
			case 'pageDown': {
				const next = toggled(chosen, name);
				choose(next);
				return next === chosen
					? 'One column must stay'
					: isShown
						? ''
						: noSpace(next, name, scene, shownField);
			}
			case 'cellLeft':
			case 'cellRight': {
				const next = moved(chosen, name, command === 'cellLeft' ? -1 : 1);
				choose(next);
				return !isShown
					? notShown(header)
					: next === chosen
						? `${header} is already the ${command === 'cellLeft' ? 'first' : 'last'} column`
						: '';
			}
			case 'wanted':
			case 'unwanted':
				return isShown ? widen(name, command === 'wanted' ? 1 : -1, scene, shownField) : notShown(header);
			case 'statusAll':
				choose(withWidth(chosen, name, null));
				return isShown ? '' : notShown(header);
			case 'clearSearch':
				scene.columns.choose(defaultChoice);
				return '';
			case 'find':
				return sortBy(name, scene);
			default:
				return null;
		}
	};
	return {
		draw,
		copied(scene) {
			const chosen = chosenIn(scene);
			const made = optionOf(chosen, shownField);
			return 'problem' in made
				? made
				: {what: 'option', text: made.command, remarks: hiddenRemarks(chosen, shownField)};
		},
		click({line}, scene) {
			const isSecondClick = list.click(line - exampleHeight(scene), scene);
			const name = selected(scene);
			remark = (isSecondClick && name && edit('open', name, scene)) || '';
		},
		take(command, scene) {
			const name = selected(scene);
			const result = name && edit(command, name, scene);
			if (name !== null && result !== null) {
				remark = result;
				// The selection follows the column to its new position.
				list.select(name, scene);
				return true;
			}
			const isMove = list.move(plainCommand(command), scene);
			remark = isMove ? '' : remark;
			return isMove;
		},
		follow() {
			if (asking === undefined) {
				asking = new AbortController();
				store.logFields(asking.signal).then(
					found => {
						logFields = found.map(({name}): LogFieldName => `@${name.toLowerCase()}`);
						changed();
					},
					// The panel has the other columns. The listing reports errors of the store.
					() => {},
				);
			}
		},
		close() {
			asking?.abort();
		},
	};
}

/** The panel for choosing columns. */
export const columnsPanel: Panel = {
	command: 'columns',
	kind: 'text',
	name: 'Columns',
	keys: [
		[['open', 'pageDown'], 'show or hide the column'],
		[['cellLeft', 'cellRight'], 'move it to the left, to the right'],
		[['wanted', 'unwanted'], 'wider, narrower'],
		[['statusAll'], 'automatic width'],
		[['clearSearch'], 'the default columns'],
		[['find'], 'sort the rows by Duration or Bytes, or by Time the other way around; again: newest first'],
		[['copy'], 'copy the option that shows these columns'],
		...moveKeys('column').map(
			([commands, help]) => [commands.filter(command => command !== 'pageDown'), help] as const,
		),
	],
	open: openColumns,
};

/** Changes the width of a column. Returns the reason if that isn't possible, otherwise ''. */
function widen(name: Column, step: 1 | -1, scene: PanelScene, shownField: ShownField): string {
	const chosen = chosenIn(scene);
	const layout = layoutOf(chosen, scene);
	const now = textWidth(layout, name);
	if (now === 0) {
		return noSpace(chosen, name, scene, shownField);
	}
	const next = withWidth(chosen, name, nextWidth(now, step));
	if (textWidth(layoutOf(next, scene), name) === now) {
		return step === 1
			? `No space to widen ${headerOf(name, shownField)}: make another column narrower, or remove one`
			: `${headerOf(name, shownField)} can’t be narrower`;
	}
	scene.columns.choose(next);
	return '';
}

/** Sorts the rows by a column, or newest first if they are. Returns the reason if that isn't possible, otherwise ''. */
function sortBy(name: Column, {listing, sort}: PanelScene): string {
	const order = orders.find(one => one !== 'time' && columnOf(one) === name);
	if (order === undefined) {
		return 'Rows can be sorted by Time, Duration and Bytes';
	}
	sort(order === listing.order ? 'time' : order);
	return '';
}

function notShown(header: string): string {
	return `${header} isn’t shown${afterColon(keyed`${'open'} shows it`)}`;
}

/** Returns a remark if a chosen column isn't shown, otherwise ''. */
function noSpace(
	chosen: readonly ChosenColumn[],
	name: Column,
	scene: PanelScene,
	shownField: ShownField,
): string {
	return layoutOf(chosen, scene).shown.includes(name)
		? ''
		: `No space for ${headerOf(name, shownField)}: remove another column, make one narrower, or move this one left`;
}

/** Returns the columns in effect on the whole width of the screen: this panel may be to the right of the listing. */
function chosenIn({columns}: PanelScene): readonly ChosenColumn[] {
	return columnsWith(columns.getState().chosen, columns.whole?.added ?? []);
}

/** Returns the layout of the listing on the whole width of the screen, or on another width. */
function layoutOf(
	chosen: readonly ChosenColumn[],
	{listing, columns, ...scene}: PanelScene,
	width = columns.whole?.width ?? scene.width,
): ColumnWidths {
	const {chosen: own, shifts} = columns.getState();
	return columnWidths(width, listing.widest, chosen, shifts, chosen !== own);
}

/** Returns the option for these columns, safe to paste. */
function optionOf(chosen: readonly ChosenColumn[], shownField: ShownField): ReturnType<typeof shellLine> {
	return shellLine(['--columns', columnsText(shownColumns(chosen, shownField))]);
}

function optionText(scene: PanelScene, shownField: ShownField): string {
	const {chosen} = scene.columns.getState();
	if (chosen === defaultChoice) {
		const isWide = scene.columns.whole?.added.some(({name}) => name !== scene.listing.order);
		return isWide ? 'The default columns of a wide screen.' : 'The default columns.';
	}
	const made = optionOf(chosen, shownField);
	return 'problem' in made
		? `No option for the next start: ${made.problem}`
		: sanitise(`For the next start: ${made.command}`);
}

/** Returns the number of example rows; 0 if even their header doesn't fit. */
function exampleRows({height, isSpoken}: PanelScene): number {
	return isSpoken || height < 8 ? 0 : height < 16 ? 1 : 3;
}

function footHeight({height}: PanelScene): number {
	return height < 4 ? 0 : height < 16 ? 1 : 2;
}

/** Returns the number of lines for columns, between the example and the foot. */
function listHeight(scene: PanelScene): number {
	const example = exampleRows(scene);
	return Math.max(
		1,
		scene.height - footHeight(scene) - (example === 0 ? 0 : example + (example > 1 ? 2 : 1)),
	);
}

/** Returns the number of lines above the columns: header, example rows and an empty line. */
function exampleHeight(scene: PanelScene): number {
	const example = exampleRows(scene);
	const rows = Math.max(1, Math.min(example, scene.listing.rows.length));
	return example === 0 ? 0 : 1 + rows + (example > 1 ? 1 : 0);
}

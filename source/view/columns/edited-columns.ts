import {type ChosenColumn, leastAsked, mostAsked} from '../../listing/chosen-columns.js';
import {type Column, columns} from '../../listing/columns.js';

/** From so many terminal columns on, a column is made wider and narrower by more. */
const wide = 20;
const wideStep = 5;

/**
 * All columns: first those that are chosen, in their order, then the others in that of the table.
 * @param isFleet - whether there is more than one server that a request can be from
 */
export function listedColumns(chosen: readonly ChosenColumn[], isFleet = false): readonly Column[] {
	const names = chosen.map(({name}) => name);
	const others = columns.filter(column => !names.includes(column) && (isFleet || column !== 'source'));
	return [...names, ...others];
}

/** A column more, the last one, or one less; never none. */
export function toggled(chosen: readonly ChosenColumn[], name: Column): readonly ChosenColumn[] {
	const others = chosen.filter(column => column.name !== name);
	if (others.length === chosen.length) {
		return [...chosen, {name, width: null}];
	}

	return others.length === 0 ? chosen : others;
}

/** A column one place further to the right, or to the left; as they were where it can't go further. */
export function moved(chosen: readonly ChosenColumn[], name: Column, step: 1 | -1): readonly ChosenColumn[] {
	const at = chosen.findIndex(column => column.name === name);
	const column = chosen[at];
	const to = at + step;
	if (!column || to < 0 || to >= chosen.length) {
		return chosen;
	}

	return chosen.toSpliced(at, 1).toSpliced(to, 0, column);
}

/** A column with a width that is asked for; null: as there is room. */
export function withWidth(
	chosen: readonly ChosenColumn[],
	name: Column,
	width: number | null,
): readonly ChosenColumn[] {
	return chosen.map(column => (column.name === name ? {name, width} : column));
}

/** The next width, for a column that has one of so many terminal columns. */
export function nextWidth(width: number, step: 1 | -1): number {
	if (step === 1) {
		return Math.min(mostAsked, width + (width < wide ? 1 : wideStep));
	}

	return width > wide ? Math.max(wide, width - wideStep) : Math.max(leastAsked, width - 1);
}

import {type Column, columns, rulesOf, usualColumns} from './columns.js';

/** Rows to a page, unless the user asks otherwise. */
export const usualRows = 10;

/** A column that is to be shown. */
export type ChosenColumn = {
	readonly name: Column;
	/** How wide it is asked to be, in columns of the terminal; null: as there is room. */
	readonly width: number | null;
};

/** The six of the listing. */
export const usualChoice: readonly ChosenColumn[] = usualColumns.map(name => ({name, width: null}));

/** The least width that can be asked for, columns of the terminal. */
export const leastAsked = 3;

/** The greatest. */
export const mostAsked = 1000;

/** Columns that can't be shown as they are written; the message says what to write instead. */
export class ColumnsError extends Error {
	override readonly name = 'ColumnsError';
}

/**
 * Reads columns as they are written: `status,ip,url:60,agent`, in their order, each with the width it is to have, if
 * any. Case makes no difference; they may also be called as in JSON.
 * @throws ColumnsError
 */
export function parseColumns(text: string): readonly ChosenColumn[] {
	const chosen: ChosenColumn[] = [];
	for (const item of text.split(',')) {
		const at = item.indexOf(':');
		const name = columnNamed((at === -1 ? item : item.slice(0, at)).trim());
		if (chosen.some(other => other.name === name)) {
			throw new ColumnsError(`${name} is there twice: leave one of them out`);
		}

		chosen.push({name, width: at === -1 ? null : widthIn(item.slice(at + 1).trim(), name)});
	}

	return chosen;
}

/** The same written, so that it can be read again. */
export function columnsText(chosen: readonly ChosenColumn[]): string {
	return chosen.map(({name, width}) => (width === null ? name : `${name}:${width}`)).join(',');
}

/** Whether these are the six of the listing, as they are without being asked for. */
export function isUsualChoice(chosen: readonly ChosenColumn[]): boolean {
	return columnsText(chosen) === columnsText(usualChoice);
}

function columnNamed(text: string): Column {
	const known = `the columns are ${columns.join(', ')}`;
	if (text === '') {
		throw new ColumnsError(`the name of a column is missing: ${known}`);
	}

	const wanted = text.toLowerCase();
	const name = columns.find(column => column === wanted || rulesOf(column).field.toLowerCase() === wanted);
	if (name === undefined) {
		throw new ColumnsError(`there is no column ${text}: ${known}`);
	}

	return name;
}

function widthIn(text: string, name: Column): number {
	const width = Number(text);
	if (!/^\d{1,9}$/.test(text) || width < leastAsked || width > mostAsked) {
		throw new ColumnsError(
			`the width of a column is a number from ${leastAsked} to ${mostAsked}, as in ${name}:${rulesOf(name).width.ample}, not ${text === '' ? 'nothing' : text}`,
		);
	}

	return width;
}

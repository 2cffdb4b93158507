import {fitWidth} from '../../listing/fit-width.js';

/** A field, and a day with or without a time of day. */
const dated = /^(.*?:"?)\d{4}-(\d{1,2}-(\d{1,2}(?:[Tt ] *(\d{1,2}:\d{2}.*))?))$/;

/**
 * Brings a term that names a period to at most `width` columns. Its date goes first, from the year on: periods that are
 * looked at together differ in their day, and most often in the time of day only.
 * @param text - one that is wider than that, sanitised
 */
export function cutPeriod(text: string, width: number): string {
	const [, field = '', ...ends] = dated.exec(text) ?? [];
	const shortened = ends.flatMap(end => (end === undefined ? [] : [`${field}…${end}`]));
	return shortened.find(({length}) => length <= width) ?? fitWidth(shortened.at(-1) ?? text, width).trimEnd();
}

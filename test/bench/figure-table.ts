import {excesses, type Figure} from './figure.js';
import {quantity, ratio, spreadQuantity} from './quantity.js';
import {table} from './table.js';

/** Formats the figures as a table: the name, the value of reqscope, and for each other program its value and the ratio. */
export function figureTable(figures: readonly Figure[]): string {
	const others = [...new Set(figures.flatMap(({beside}) => Object.keys(beside)))];
	return table(
		['', 'reqscope', ...others.flatMap(other => [`\`${other}\``, `of \`${other}\``])],
		figures.map(({name, unit, value, beside}) => [
			name,
			spreadQuantity(unit, value),
			...others.flatMap(other => {
				const theirs = beside[other];
				return theirs === undefined
					? ['', '']
					: [spreadQuantity(unit, theirs), ratio(value.median, theirs.median)];
			}),
		]),
	);
}

/** Returns one line for each exceeded limit. */
export function excessLines(figures: readonly Figure[]): readonly string[] {
	return excesses(figures).map(({figure: {name, unit}, limit: {atMost, of}, found}) =>
		of === undefined
			? `Above its limit: ${name}: ${quantity(unit, found)}, at most ${quantity(unit, atMost)}`
			: `Above its limit: ${name}: ${ratio(found, 1)} of \`${of}\`, at most ${atMost}`,
	);
}

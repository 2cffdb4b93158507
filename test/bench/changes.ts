import type {Figure} from './figure.js';
import {ratio, spreadQuantity} from './quantity.js';
import type {Spread} from './spread.js';
import {table} from './table.js';

/** Relative change that still counts as "same". Figures from a single run have no spread. */
const negligible = 0.05;

/**
 * Compares two spreads. "worse" means that the best run now is worse than the worst run before; "better" is the reverse.
 * Overlapping spreads are the same.
 */
export function verdict(before: Spread, now: Spread): 'worse' | 'better' | 'same' {
	if (Math.abs(now.median - before.median) <= negligible * before.median) {
		return 'same';
	}
	return now.least > before.most ? 'worse' : now.most < before.least ? 'better' : 'same';
}

const marks = {worse: 'slower or larger', better: 'better', same: ''};

/** Returns a table of the figures that both runs have, before and now. Returns null if they share none. */
export function changeTable(before: readonly Figure[], now: readonly Figure[]): string | null {
	const earlier = new Map(before.map(figure => [figure.name, figure]));
	const rows = now.flatMap(({name, unit, value}) => {
		const old = earlier.get(name);
		return old === undefined || old.unit !== unit
			? []
			: [
					[
						name,
						spreadQuantity(unit, old.value),
						spreadQuantity(unit, value),
						ratio(value.median, old.value.median),
						marks[verdict(old.value, value)],
					],
				];
	});
	return rows.length === 0 ? null : table(['', 'before', 'now', 'of before', ''], rows);
}

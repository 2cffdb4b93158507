import type {Figure} from './figure.js';
import {ratio, spreadQuantity} from './quantity.js';
import type {Spread} from './spread.js';
import {table} from './table.js';

/** A change up to this share isn't one: figures that come from one run have no spread. */
const negligible = 0.05;

/**
 * What has become of a figure. It is worse when its best run is behind the worst of before, better the other way round;
 * what lies within the spread of the runs is neither.
 */
export function verdict(before: Spread, now: Spread): 'worse' | 'better' | 'same' {
	if (Math.abs(now.median - before.median) <= negligible * before.median) {
		return 'same';
	}
	return now.least > before.most ? 'worse' : now.most < before.least ? 'better' : 'same';
}

const marks = {worse: 'slower or larger', better: 'better', same: ''};

/** The figures that both runs have, the earlier beside the later; null when there are none. */
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

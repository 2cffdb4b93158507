import type {Dictionary} from '../../index/dictionary.js';
import type {ValueCounts} from './value-counts.js';

/** 1 + the index of each value. 0 or a missing key stands for no value. */
export type ValueIndexes = {
	/** For strings that are printed unchanged, by dictionary and number. */
	readonly plain: ReadonlyMap<Dictionary, Uint32Array>;
	/** For all other values. May also contain every value, for a lookup by string. */
	readonly others: ReadonlyMap<string | null, number>;
};

/** Uses the position of each value in `values` as its index. */
export function valueIndexes(
	{plain}: ValueCounts,
	values: readonly {readonly value: string | null}[],
): ValueIndexes {
	const texts = values.map(({value}) => Buffer.from(value ?? ''));
	return {
		others: new Map(values.map(({value}, index) => [value, index + 1])),
		plain: new Map(
			plain.map(({dictionary}) => {
				const indexes = new Uint32Array(dictionary.isReleased ? 1 : dictionary.size + 1);
				for (const [index, text] of dictionary.isReleased ? [] : texts.entries()) {
					if (values[index]?.value !== null) {
						indexes[dictionary.idOf(text)] = index + 1;
					}
				}
				indexes[0] = 0;
				return [dictionary, indexes];
			}),
		),
	};
}

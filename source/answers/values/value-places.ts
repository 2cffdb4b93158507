import type {Dictionary} from '../../index/dictionary.js';
import type {ValueCounts} from './value-counts.js';

/** Places of values, each 1 more than it is: 0, and what isn't there, stands for none. */
export type ValuePlaces = {
	/** Of texts that are printed as they stand in a dictionary, by their number there. */
	readonly plain: ReadonlyMap<Dictionary, Uint32Array>;
	/** Of others; of any, if a text is to be looked up. */
	readonly others: ReadonlyMap<string | null, number>;
};

/** Places of some values: that of each is its index. */
export function placesOf(
	{plain}: ValueCounts,
	values: readonly {readonly value: string | null}[],
): ValuePlaces {
	const texts = values.map(({value}) => Buffer.from(value ?? ''));
	return {
		others: new Map(values.map(({value}, index) => [value, index + 1])),
		plain: new Map(
			plain.map(({dictionary}) => {
				const places = new Uint32Array(dictionary.isReleased ? 1 : dictionary.size + 1);
				for (const [index, text] of dictionary.isReleased ? [] : texts.entries()) {
					if (values[index]?.value !== null) {
						places[dictionary.idOf(text)] = index + 1;
					}
				}
				places[0] = 0;
				return [dictionary, places];
			}),
		),
	};
}

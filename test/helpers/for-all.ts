import fc from 'fast-check';

const factor = Number(process.env.RUNS ?? 0.25);

/**
 * Seed of all random values, so that each run of the tests draws the same values: a random failure would reveal nothing about
 * the tested change. The environment variable SEED sets a different seed; with `SEED=random`, each run has a new one.
 */
const seed = process.env.SEED ?? '20261128';
if (seed !== 'random') {
	fc.configureGlobal({seed: Number(seed)});
}

/** The factor doesn't reduce a property to fewer runs than this. */
const minRuns = 100;

/**
 * Returns the number of runs of a property. CI runs all `full` runs. The default is a quarter, but at least 100, or `full` if
 * that is fewer. The environment variable RUNS is the factor: `RUNS=1` for CI, more for a longer search, such as `SEED=random RUNS=20 npx ava
 * build/test/query/parsing/parse-query.test.js`.
 */
export function runs(full: number): {readonly numRuns: number} {
	return {numRuns: Math.max(Math.min(full, minRuns), Math.round(full * factor))};
}

/** Values for a predicate, one of each arbitrary, and the predicate. */
type Property<Values extends unknown[], Result> = [
	...arbitraries: {[Index in keyof Values]: fc.Arbitrary<Values[Index]>},
	predicate: (...values: Values) => Result,
];

/** Asserts that a predicate holds, that is, neither throws nor returns false, in `full` runs with random values; see `runs`. */
export function forAll<Values extends [unknown, ...unknown[]]>(
	full: number,
	// biome-ignore lint/suspicious/noConfusingVoidType: the type of fast-check
	...property: Property<Values, boolean | void>
): void {
	fc.assert(fc.property<Values>(...property), runs(full));
}

/** The same for a predicate that is async. */
export async function forAllAsync<Values extends [unknown, ...unknown[]]>(
	full: number,
	// biome-ignore lint/suspicious/noConfusingVoidType: the type of fast-check
	...property: Property<Values, Promise<boolean | void>>
): Promise<void> {
	await fc.assert(fc.asyncProperty<Values>(...property), runs(full));
}

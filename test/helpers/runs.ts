const factor = Number(process.env.RUNS ?? 0.25);

/** The factor doesn't reduce a property to fewer runs than this. */
const minRuns = 100;

/**
 * Returns the number of runs of a property. CI runs all `full` runs. The default is a quarter, but at least 100, or `full` if
 * that is fewer. The environment variable RUNS is the factor: `RUNS=1` for CI, more for a longer search, such as `RUNS=20 npx ava
 * build/test/query/parsing/parse-query.test.js`.
 */
export function runs(full: number): {readonly numRuns: number} {
	return {
		numRuns: Math.max(Math.min(full, minRuns), Math.round(full * factor)),
	};
}

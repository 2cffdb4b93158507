const factor = Number(process.env.RUNS ?? 0.25);

/** With fewer runs, a property is tried as often as it says. */
const minRuns = 100;

/**
 * How often a property is tried. The full number is for CI; by default it is a quarter, but not below 100. RUNS in the
 * environment is the factor: `RUNS=1` for CI, and more for a longer hunt:
 * `RUNS=20 npx ava build/test/query/parsing/parse-query.test.js`.
 */
export function runs(full: number): {readonly numRuns: number} {
	return {
		numRuns: Math.max(Math.min(full, minRuns), Math.round(full * factor)),
	};
}

/** Entries on both sides: `n` of the selection and `m` of the baseline, and how many of these have a value. */
type Fractions = {
	readonly a: number;
	readonly n: number;
	/** Entries of the baseline with the value, or the number that would be ordinary. */
	readonly b: number;
	readonly m: number;
};

/**
 * The G statistic of a value: 2·Σ observed·ln(observed / expected) over the entries with and without it on both sides. It is about
 * distributed as χ² with one degree of freedom (Dunning, 1993).
 */
export function gOf({a, n, b, m}: Fractions): number {
	const share = (a + b) / (n + m);
	return (
		2 *
		(term(a, n * share) + term(n - a, n * (1 - share)) + term(b, m * share) + term(m - b, m * (1 - share)))
	);
}

function term(observed: number, expected: number): number {
	return observed <= 0 || expected <= 0 ? 0 : observed * Math.log(observed / expected);
}

/** Information per entry, in nats: how surprising a share of `p` is if `q` is ordinary (Kullback and Leibler). */
export function surprise(p: number, q: number): number {
	return p * Math.log(p / q) + (1 - p) * Math.log((1 - p) / (1 - q));
}

/** Probability of at least one false finding in a comparison. */
const maxError = 0.01;

/** Returns the minimum of G for a finding among this number of tested candidates (Bonferroni). */
export function minimumG(candidates: number): number {
	const z = normalQuantile(maxError / Math.max(1, candidates) / 2);
	return z * z;
}

/**
 * Returns the quantile of the normal distribution for a probability below 0.02425, within 1.2e-9 (P. J. Acklam, An algorithm for
 * computing the inverse normal cumulative distribution function, 2003).
 */
function normalQuantile(probability: number): number {
	const q = Math.sqrt(-2 * Math.log(probability));
	const numerator = [
		-7.784894002430293e-3, -0.3223964580411365, -2.400758277161838, -2.549732539343734, 4.374664141464968,
		2.938163982698783,
	];
	const denominator = [7.784695709041462e-3, 0.3224671290700398, 2.445134137142996, 3.754408661907416, 1];
	const horner = (coefficients: readonly number[]): number =>
		coefficients.reduce((sum, coefficient) => sum * q + coefficient, 0);
	return horner(numerator) / horner(denominator);
}

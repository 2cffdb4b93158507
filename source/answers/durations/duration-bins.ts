/** How far a quantile may be from the exact one, as a share of it: half of what `Quantiles` promises. */
const accuracy = 0.01;

const growth = (1 + accuracy) / (1 - accuracy);
const logGrowth = Math.log(growth);

/** Shortest and longest duration that are told apart from others, milliseconds: a nanosecond, four months. */
const shortest = 1e-6;
const longest = 1e10;

const logBinOf = (duration: number): number => Math.ceil(Math.log(duration) / logGrowth);

const firstBin = logBinOf(shortest);
/** How many bins there are, fewer than 2^16. Bin 0 holds what is shorter than all others. */
export const bins = logBinOf(longest) - firstBin + 2;

/** What bins are reckoned with, for those who reckon elsewhere. */
export const binning = {shortest, longest, logGrowth, firstBin} as const;

const reckoned = (duration: number): number =>
	duration < shortest ? 0 : logBinOf(Math.min(duration, longest)) - firstBin + 1;

/** Bins of whole milliseconds, which most logs have: a logarithm takes five times as long as looking it up. */
let wholeBins: Uint16Array | undefined;
const newWholeBins = (): Uint16Array => new Uint16Array(4096).map((_, duration) => reckoned(duration));

/** The bin of a duration in milliseconds. Longer durations have greater ones. */
export const binOf = (duration: number): number => {
	wholeBins ??= newWholeBins();
	return wholeBins[duration] ?? reckoned(duration);
};

/** What stands for the durations of a bin, milliseconds: within 1 % of each. */
export const durationOf = (bin: number): number =>
	bin === 0 ? 0 : (2 * growth ** (bin - 1 + firstBin)) / (growth + 1);

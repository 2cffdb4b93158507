/** Number of entries by the first digit of their status: 1xx to 5xx at indexes 1 to 5, other or no status at 0. */
export type StatusClasses = Float64Array;

/** Number of status classes, including the one for other or no status. */
export const statusClasses = 6;

/** Quantiles of durations in ms: half of the requests took at most `p50`. NaN if no request has a duration. */
export type Quantiles = {readonly p50: Float64Array; readonly p95: Float64Array; readonly p99: Float64Array};

/** Number of matching entries in time buckets of equal length. Entries without a time aren't counted. */
export type Histogram = {
	/** Start of the first bucket, in ms since 1970. */
	readonly from: number;
	/** Length of a bucket, in ms. */
	readonly step: number;
	/** For each status class, the number of entries in each bucket. */
	readonly classes: readonly Float64Array[];
	/** For each bucket, the quantiles within 2 %; null if no entry has a duration. */
	readonly durations: Quantiles | null;
	/** Set on request. */
	readonly figures?: IntervalFigures;
	/** True if a part of the store couldn't answer. */
	readonly partial: boolean;
};

/** For each bucket, the sum of the sizes, and the longest duration in ms; NaN without a duration. */
export type IntervalFigures = {readonly bytes: Float64Array; readonly max: Float64Array};

/** Number of matching entries by interval of time and band of durations. Entries without a time or a duration aren't counted. */
export type Heatmap = {
	/** Start of the first interval, in ms since 1970. */
	readonly from: number;
	/** Length of an interval, in ms. */
	readonly step: number;
	/** At most 255 durations in ms, ascending. The first band is below the first bound; the last band begins at the last bound. */
	readonly bounds: readonly number[];
	/** For each band, the shortest durations first, the number of entries in each interval. */
	readonly counts: Float64Array;
	/** True if a part of the store couldn't answer. */
	readonly partial: boolean;
};

/** Returns the band of a duration: the number of bounds that it reaches. */
export function bandOf(duration: number, bounds: readonly number[]): number {
	let low = 0;
	let high = bounds.length;
	while (low < high) {
		const middle = (low + high) >>> 1;
		if (duration >= (bounds[middle] ?? Number.POSITIVE_INFINITY)) {
			low = middle + 1;
		} else {
			high = middle;
		}
	}
	return low;
}

/** Figures of the matching entries with one value, or of one route. */
export type ValueFigures = {
	readonly classes: StatusClasses;
	/** The most frequent status, the smallest if several are; null if no entry has a status. */
	readonly status: number | null;
	/** Sum of the sizes of the responses. */
	readonly bytes: number;
	/** Median of the durations, in ms, within 2 %, rounded to three digits; null if no entry has a duration. */
	readonly p50: number | null;
	/** 95th percentile of the durations, with the same unit, accuracy and null. */
	readonly p95: number | null;
	/** Exact maximum and sum of the durations, in ms; null if no entry has a duration. */
	readonly max: number | null;
	readonly total: number | null;
	/** The durations by bin, so that figures can be merged. Set on request. */
	readonly durations?: EachBin;
};

/** Calls `visit` with each bin of durations, see `binOf`, and the number of durations in it. */
export type EachBin = (visit: (bin: number, n: number) => void) => void;

/** A value of a field, and the number of matching entries with it. */
export type FacetValue = {
	/** The value as printed; null counts the entries that lack the field. */
	readonly value: string | null;
	readonly n: number;
	/** Set on request. */
	readonly figures?: ValueFigures;
};

/**
 * Order of values: by number of requests, of 4xx, of 5xx, bytes, slowness, the sum of the durations, or the longest one. With
 * `p95`, values with fewer than `minSlowRequests` follow values with more, because one slow request doesn't make a value slow.
 * Values without durations are last.
 */
export type FacetOrder = 'n' | 'clientErrors' | 'errors' | 'bytes' | 'p95' | 'time' | 'max';

/** Returns the quantity that an order sorts by. */
export function amountOf(
	{n, figures}: {readonly n: number; readonly figures: ValueFigures},
	order: FacetOrder,
): number {
	switch (order) {
		case 'n':
			return n;
		case 'clientErrors':
			return figures.classes[4] ?? 0;
		case 'errors':
			return figures.classes[5] ?? 0;
		case 'bytes':
			return figures.bytes;
		case 'p95':
		case 'max':
			return figures[order] ?? 0;
		case 'time':
			return figures.total ?? 0;
	}
}

/** Minimum number of requests for a value to count as slow. */
export const minSlowRequests = 3;

/** The first values of a field among the matching entries, in an order. */
export type Facets = {
	/** Sorted by the order, then by frequency and text. */
	readonly values: readonly FacetValue[];
	/** Number of matching entries. */
	readonly total: number;
	/** Number of distinct values; null counts as one. */
	readonly distinct: number;
	/** True if there were too many values to count each exactly. */
	readonly estimated: boolean;
	readonly partial: boolean;
};

/** Figures of the requests for URLs of one shape. */
export type RouteSummary = ValueFigures & {
	/** The shape in the syntax of `route:`. */
	readonly route: string;
	readonly n: number;
	/** Number of requests whose status or parameters aren't expected for the shape. */
	readonly odd: number;
	/** The most frequent oddity, such as `404 instead of 200`, or null. */
	readonly oddity: string | null;
};

/** The shapes of the URLs of the matching entries. */
export type Routes = {
	/** Sorted by number of requests, the largest first. */
	readonly routes: readonly RouteSummary[];
	/** Number of matching entries. */
	readonly total: number;
	readonly partial: boolean;
};

/** The numbers of clients and visits among the matching entries. Entries without a time aren't counted. */
export type Visits = {
	/** Number of counted entries. */
	readonly n: number;
	/** Number of distinct pairs of an address and a user agent. A missing address or user agent counts as a value. */
	readonly clients: number;
	/** Number of visits. A visit ends after 30 minutes without a request. */
	readonly visits: number;
	/** False if there are more than a million clients: both numbers are estimates then, typically within 0.5 %. */
	readonly isExact: boolean;
	/** True if a part of the store couldn't answer. */
	readonly partial: boolean;
};

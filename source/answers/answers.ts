/** Entries by the first digit of their status: 1xx to 5xx at 1 to 5, at 0 those with another or none. */
export type StatusClasses = Float64Array;

/** The number of status classes, `none of them` included. */
export const statusClasses = 6;

/** Durations in milliseconds: half of the requests took no longer than `p50`. NaN where none had a duration. */
export type Quantiles = {readonly p50: Float64Array; readonly p95: Float64Array; readonly p99: Float64Array};

/** How many matching entries fall into stretches of time of the same length. Entries without a time don't. */
export type Histogram = {
	/** The beginning of the first stretch, milliseconds since 1970. */
	readonly from: number;
	/** The length of a stretch, milliseconds. */
	readonly step: number;
	/** For each status class the number of entries in each stretch. */
	readonly classes: readonly Float64Array[];
	/** For each stretch how long requests took, within 2 %; null when none of the entries says. */
	readonly durations: Quantiles | null;
	/** True when a part of the store couldn't answer. */
	readonly partial: boolean;
};

/** A value of a field, and how many of the matching entries have it. */
export type FacetValue = {
	/** As it is printed; null: the entries that don't have any. */
	readonly value: string | null;
	readonly n: number;
	/** 95 of 100 of its requests took no longer, milliseconds, within 2 %; null when none says. */
	readonly p95: number | null;
};

/**
 * In which order values stand. `p95`: the slowest first; those with fewer than `enoughRequests` behind all others, since
 * one slow request says nothing of a value, and those without durations last.
 */
export type FacetOrder = 'n' | 'p95';

/** So many requests are the fewest by which a value counts as slow. */
export const enoughRequests = 3;

/** The most frequent, or the slowest, values of a field among the matching entries. */
export type Facets = {
	/** The most frequent first, or the slowest; of equally frequent ones the first in the order of their characters. */
	readonly values: readonly FacetValue[];
	/** Matching entries. */
	readonly total: number;
	/** How many values there are, null counted as one. */
	readonly distinct: number;
	/** True when there were too many values to count each exactly. */
	readonly estimated: boolean;
	readonly partial: boolean;
};

/** What is known of the requests for URLs of one shape. */
export type RouteSummary = {
	/** The shape, as `route:` takes it. */
	readonly route: string;
	readonly n: number;
	readonly classes: StatusClasses;
	/** Sum of the sizes of the answers. */
	readonly bytes: number;
	/** 95 of 100 took no longer, milliseconds, within 2 %; null when none says. */
	readonly p95: number | null;
	/** Requests whose answer, or whose parameters, are not what the shape expects. */
	readonly odd: number;
	/** What was odd most often, such as `404 where 200 was expected`; null when nothing was. */
	readonly oddity: string | null;
};

/** The shapes of the URLs of the matching entries. */
export type Routes = {
	/** Those with the most requests first. */
	readonly routes: readonly RouteSummary[];
	/** Matching entries. */
	readonly total: number;
	readonly partial: boolean;
};

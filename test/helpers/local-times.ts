import fc from 'fast-check';
import {timeFormatter} from '../../source/format/time-formatter.js';
import {type LocalTime, localTime} from '../../source/timeline/local-time.js';

export const hour = 3_600_000;
export const day = 24 * hour;

export const zones = ['utc', 'Europe/Vienna', 'America/New_York', 'Asia/Kathmandu', 'Australia/Lord_Howe'];
const locals = new Map(zones.map(zone => [zone, localTime(timeFormatter(zone).offsetAt, null)]));

/** The clocks of one of the zones. */
export function localIn(zone: string): LocalTime {
	return locals.get(zone) ?? localTime(timeFormatter(zone).offsetAt, null);
}

export const anyLocal = fc.constantFrom(...locals.values());

/** Times at which clocks are put back in Vienna, in New York and on Lord Howe Island. */
const putBack = [Date.UTC(2026, 9, 25, 1), Date.UTC(2026, 10, 1, 6), Date.UTC(2026, 3, 4, 15)];

export const anyTime = fc.oneof(
	// From 2020 to 2040, in ms.
	fc.integer({min: 1_577_836_800_000, max: 2_208_988_800_000}),
	fc
		.tuple(fc.constantFrom(...putBack), fc.integer({min: -3 * hour, max: 3 * hour}))
		.map(([at, by]) => at + by),
);

/** Lengths of a period, from seconds to years, in ms. */
export const anySpan = fc.oneof(
	fc.integer({min: 0, max: 120_000}),
	fc.integer({min: 0, max: 3 * day}),
	fc.integer({min: 0, max: 40 * day}),
	fc.integer({min: 0, max: 2000 * day}),
);

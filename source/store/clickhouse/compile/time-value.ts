import type {ParameterList} from './parameter-list.js';

/**
 * The first moment that a column of times can hold, milliseconds since 1970: ClickHouse's DateTime64 has the years 1900 to
 * 2299.
 */
export const earliestTime = Date.UTC(1900, 0, 1);

/** The last such moment. */
export const latestTime = Date.UTC(2300, 0, 1) - 1;

/** What stands for a moment in a statement; `time`: milliseconds since 1970, such as a column can hold. */
export function timeValue(parameters: ParameterList, time: number): string {
	return `fromUnixTimestamp64Milli(${parameters.add('Int64', time)}, 'UTC')`;
}

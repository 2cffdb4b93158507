import type {ParameterList} from './parameter-list.js';

/** First time that a column can store, in ms since 1970: ClickHouse's DateTime64 covers the years 1900 to 2299. */
export const earliestTime = Date.UTC(1900, 0, 1);

/** Last time that a column can store, in ms since 1970. */
export const latestTime = Date.UTC(2300, 0, 1) - 1;

/**
 * Adds a time to the parameters and returns its SQL expression.
 * @param time - in ms since 1970, from `earliestTime` to `latestTime`
 */
export function timeValue(parameters: ParameterList, time: number): string {
	return `fromUnixTimestamp64Milli(${parameters.add('Int64', time)}, 'UTC')`;
}

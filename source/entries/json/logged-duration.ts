import {dot} from '../../ascii.js';
import {holds} from './holds.js';
import {jsonDuration} from './json-duration.js';
import {formatNumber} from './json-formats.js';
import {jsonNumber} from './json-number.js';
import type {Unit} from './known-names.js';

/** Milliseconds that no request took that was logged in seconds without decimals. */
const longestInSeconds = 1e6;

/**
 * The time taken in milliseconds that `bytes[start, end)` stand for in a line of the format with that number, or NaN.
 * `named` is the unit that its name says.
 */
export const loggedDuration = (
	bytes: Buffer,
	start: number,
	end: number,
	named: Unit | undefined,
	format: number,
): number => {
	if (named !== 'format') {
		return jsonDuration(bytes, start, end, named);
	}
	const value = jsonDuration(bytes, start, end, unitOfFormat(format));
	// Caddy can be told to log nanoseconds, as whole numbers.
	const isOther = format === formatNumber.caddy && value >= longestInSeconds;
	return isOther && jsonNumber(bytes, start, end) * 1000 === value && !holds(bytes, start, end, dot)
		? Number.NaN
		: value;
};

/** The unit of a time taken that has neither its own nor one in its name. */
const unitOfFormat = (format: number): Unit | undefined => {
	switch (format) {
		case formatNumber.caddy:
			return 's';
		case formatNumber.traefik:
			return 'ns';
		case formatNumber.envoy:
			return 'ms';
		case formatNumber.fastly:
			return 'us';
		default:
			return undefined;
	}
};

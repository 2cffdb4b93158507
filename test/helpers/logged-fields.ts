import fc from 'fast-check';
import {type Logged, lineOf, logged} from './logged.js';
import {words} from './words.js';

/** Names of log fields. Some have a unit, some are lists. */
export const fieldNames = words`tenant tags took took_ms wait_s upstream_response_time ctx.region`;

/** Values of log fields: strings, numbers, sizes, durations and lists. */
export const fieldTexts = [
	...['acme', 'ACME 2', '-', 'é', 'É', 'a, b', '\u001e', 'x%_\\'],
	...['12', '0.5', '-3', '1e3', '5', '0.30', '12k', '1.5MB', '3KiB', '5M', '7b', '1ib', '2 k'],
	...['250ms', '1.5s', '5m', '1h2m3.5s', '-1m0s', '15µs', '15μs', '900ns', '1h1h', 'ms'],
	...['0.1, 0.2 : 0.3', '0.1, -', '-, -'],
];

const text = fc.oneof(fc.constantFrom(...fieldTexts), fc.string({maxLength: 4}));

const value = fc.oneof(
	text,
	fc.constantFrom(null, true, false),
	fc.integer({min: -5, max: 2000}),
	fc.double({noNaN: true, noDefaultInfinity: true, min: 0, max: 10}),
	fc.array(fc.oneof(text, fc.integer({min: 0, max: 9})), {maxLength: 3}),
);

const fields = fc.array(fc.tuple(fc.constantFrom(...fieldNames), value), {maxLength: 4});

/** A request with log fields. */
export type LoggedFields = {
	readonly request: Logged;
	readonly fields: ReadonlyArray<readonly [name: string, value: unknown]>;
};

/** Requests as `logged` makes them, with log fields. */
export function loggedFields(seconds: number): fc.Arbitrary<LoggedFields> {
	return fc.record({request: logged(seconds), fields});
}

/** Returns the log line of a request with log fields: as members of JSON, or as pairs after the combined format. */
export function lineWithFields({request, fields: all}: LoggedFields): string {
	const line = lineOf(request).trimEnd();
	if (request.isJson) {
		const region = all.filter(([name]) => name === 'ctx.region').map(([, one]) => ({ctx: {region: one}}));
		const others = Object.fromEntries(all.filter(([name]) => name !== 'ctx.region'));
		return `${JSON.stringify({...JSON.parse(line), ...others, ...region[0]})}\n`;
	}
	const pairs = all.map(([name, one]) => ` ${name}=${written(one)}`);
	return `${line}${pairs.join('')}\n`;
}

/** Writes a value of a pair. */
function written(one: unknown): string {
	const shown = String(one).replaceAll(/[\p{Cc}"\\]/gu, '_');
	return /^[^\s,=]+$/.test(shown) ? shown : `"${shown}"`;
}

import type {OptionName} from './options.js';
import type {Given} from './read-arguments.js';
import {UsageError} from './usage-error.js';

/**
 * The value of an option that takes a number, at least `least`; undefined where it isn't given.
 * @param orElse - what else it takes, for the message
 * @throws UsageError
 */
export const wholeNumber = (
	given: Given,
	name: OptionName,
	least: number,
	orElse = '',
): number | undefined => {
	const value = given.get(name);
	if (value === undefined) {
		return undefined;
	}
	const number = Number(value);
	if (!/^\d+$/.test(String(value)) || !Number.isSafeInteger(number) || number < least) {
		throw new UsageError(`--${name} takes a whole number from ${least} on${orElse}, not ${value}`);
	}
	return number;
};

import type {OptionName} from './options.js';
import type {Given} from './read-arguments.js';
import {UsageError} from './usage-error.js';

/**
 * The value of an option that takes one of some words; undefined where it isn't given.
 * @throws UsageError
 */
export const oneOf = <Word extends string>(
	given: Given,
	name: OptionName,
	words: readonly Word[],
): Word | undefined => {
	const value = given.get(name);
	const word = words.find(known => known === value);
	if (value !== undefined && word === undefined) {
		throw new UsageError(`--${name} takes one of ${words.join(', ')}, not ${value}`);
	}
	return word;
};

import {type PrintForm, printForms} from '../output/print-form.js';
import type {Given} from './read-arguments.js';
import {UsageError} from './usage-error.js';

/**
 * The file that `--output` names; undefined where it isn't given.
 * @throws UsageError
 */
export const outputOption = (given: Given, form: PrintForm | undefined): string | undefined => {
	const output = given.get('output');
	if (output === undefined) {
		if (given.has('overwrite')) {
			throw new UsageError('--overwrite needs --output FILE: it says what may be replaced');
		}
		return undefined;
	}
	if (form === undefined) {
		throw new UsageError(
			`--output needs to be told what to write: give one of ${printForms.map(name => `--${name}`).join(', ')}`,
		);
	}
	if (output === '-') {
		throw new UsageError('--output takes a file: leave it out to print to standard output');
	}
	return String(output);
};

import {UsageError} from '../command-line/usage-error.js';
import {bashScript} from './bash.js';
import {fishScript} from './fish.js';
import {zshScript} from './zsh.js';

const scripts: ReadonlyMap<string, () => string> = new Map([
	['bash', bashScript],
	['zsh', zshScript],
	['fish', fishScript],
]);

/**
 * The script that lets a shell complete this program's options, words and values, without a line end.
 * @param shells - the name of one
 * @throws UsageError when it is another, or none, or more
 */
export const completions = (shells: readonly string[]): string => {
	const [shell = '', ...others] = shells;
	const script = scripts.get(shell);
	if (script === undefined || others.length > 0) {
		throw new UsageError('completions takes the name of a shell: bash, zsh or fish');
	}
	return script();
};

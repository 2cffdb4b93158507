import type {Command} from '../../keys/command.js';
import type {FooterHint} from '../../keys/footer-hints.js';
import {keysOf} from '../../keys/key-bindings.js';

/** The keys that matter to who is new, and what they do; the last leads to all others. */
const mattering: ReadonlyArray<readonly [command: Command, does: string]> = [
	['search', 'search'],
	['open', 'its story'],
	['help', 'help'],
	['quit', 'quit'],
	['palette', 'any command by its name'],
];

/** Those of the few keys that matter of which the footer says nothing. */
export function welcomeText(footer: ReadonlyArray<readonly FooterHint[]>): string {
	const repeated = new Set(footer.flat().map(({key}) => key));
	return mattering
		.flatMap(([command, does]) => {
			const key = keysOf(command);
			return key === null || repeated.has(key) ? [] : [`${key} ${does}`];
		})
		.join('  ');
}

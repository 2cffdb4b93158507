import type {Command} from '../../keys/command.js';
import type {FooterHint} from '../../keys/footer-hints.js';
import {keysOf} from '../../keys/key-bindings.js';

/** Important keys for new users, and their effects. The last one leads to all other commands. */
const mattering: ReadonlyArray<readonly [command: Command, does: string]> = [
	['search', 'search'],
	['open', 'its details'],
	['help', 'help'],
	['quit', 'quit'],
	['palette', 'any command by its name'],
];

/** Returns the important keys that the footer doesn't show. */
export function welcomeText(footer: readonly FooterHint[]): string {
	const repeated = new Set(footer.map(({key}) => key));
	return mattering
		.flatMap(([command, does]) => {
			const key = keysOf(command);
			return key === null || repeated.has(key) ? [] : [`${key} ${does}`];
		})
		.join('  ');
}

import {allCommands, type Command} from './command.js';
import {defaultBindings, keyLabel, type OwnKeys} from './key-bindings.js';

/** Returns the name of a command in the config file: `row-down`. */
export function commandName(command: Command): string {
	return command.replace(/[A-Z]/g, letter => `-${letter.toLowerCase()}`);
}

/** All commands by name, sorted as in the help. */
export const commandNames: ReadonlyMap<string, Command> = new Map(
	allCommands.map(command => [commandName(command), command]),
);

/** A command that lost a default key to another command. */
type LostKeys = {
	readonly command: Command;
	/** The lost keys, and their new commands. */
	readonly lost: ReadonlyArray<{readonly key: string; readonly now: Command}>;
	/** The remaining keys. */
	readonly left: readonly string[];
};

/** Returns the commands that lost keys, except commands whose keys the user has set. */
export function lostKeys(own: OwnKeys): readonly LostKeys[] {
	const owners = new Map([...own].flatMap(([command, keys]) => keys.map(key => [key, command] as const)));
	return defaultBindings.flatMap(({command, keys}) => {
		const lost = keys.flatMap(key => {
			const now = owners.get(key);
			return now === undefined ? [] : [{key, now}];
		});
		return own.has(command) || lost.length === 0
			? []
			: [{command, lost, left: keys.filter(key => !owners.has(key))}];
	});
}

/** Describes on one line which commands lost keys; empty if none did. */
export function takenKeysText(own: OwnKeys): string {
	return lostKeys(own)
		.map(lost => {
			const {left} = lost;
			const has = left.length === 0 ? 'has no key left' : `still has ${left.map(keyLabel).join(' ')}`;
			return `${takenText(lost)}, ${commandName(lost.command)} ${has}`;
		})
		.join('; ');
}

/** Describes on one line which commands have no keys left, with advice; empty if all have one. */
export function keylessText(own: OwnKeys): string {
	const keyless = lostKeys(own)
		.filter(({left}) => left.length === 0)
		.map(lost => `${commandName(lost.command)} (${takenText(lost)})`);
	return keyless.length === 0
		? ''
		: `No key is left for ${keyless.join(', ')}: give it one in the config file, or []`;
}

function takenText({lost}: LostKeys): string {
	return lost.map(({key, now}) => `${keyLabel(key)} now runs ${commandName(now)}`).join(', ');
}

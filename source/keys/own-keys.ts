import type {Command} from './command.js';
import {boundKeys, keyLabel, type OwnKeys} from './key-bindings.js';
import {keyTable} from './key-table.js';

/** What a command is called in a config file: `row-down`. */
export function commandName(command: Command): string {
	return command.replace(/[A-Z]/g, letter => `-${letter.toLowerCase()}`);
}

/** All commands by what they are called, in the order of the help. */
export const commandNames: ReadonlyMap<string, Command> = new Map(
	keyTable.map(({command}) => [commandName(command), command]),
);

/** A command of which a usual key was given to another one. */
type LostKeys = {
	readonly command: Command;
	/** The keys, and whose they are now. */
	readonly lost: ReadonlyArray<{readonly key: string; readonly now: Command}>;
	/** The keys that it still has. */
	readonly left: readonly string[];
};

/** The commands whose keys the user gave to others without saying anything of them. */
export function lostKeys(own: OwnKeys): readonly LostKeys[] {
	const owners = new Map([...own].flatMap(([command, keys]) => keys.map(key => [key, command] as const)));
	const bound = boundKeys(own);
	return keyTable.flatMap(({command, keys}, index) => {
		const lost = keys.flatMap(key => {
			const now = owners.get(key);
			return now === undefined ? [] : [{key, now}];
		});
		return own.has(command) || lost.length === 0 ? [] : [{command, lost, left: bound[index]?.keys ?? []}];
	});
}

/** Which keys the user's own take from other commands, on one line; empty: none. */
export function takenKeysText(own: OwnKeys): string {
	return lostKeys(own)
		.map(lost => {
			const {left} = lost;
			const has = left.length === 0 ? 'has no key left' : `still has ${left.map(keyLabel).join(' ')}`;
			return `${takenText(lost)}, ${commandName(lost.command)} ${has}`;
		})
		.join('; ');
}

/** Which commands the user's own keys leave without any, on one line, and what to do; empty: none. */
export function keylessText(own: OwnKeys): string {
	const keyless = lostKeys(own)
		.filter(({left}) => left.length === 0)
		.map(lost => `${commandName(lost.command)} (${takenText(lost)})`);
	return keyless.length === 0
		? ''
		: `No key is left for ${keyless.join(', ')}: give it one in the config file, or []`;
}

function takenText({lost}: LostKeys): string {
	return lost.map(({key, now}) => `${keyLabel(key)} is ${commandName(now)}’s`).join(', ');
}

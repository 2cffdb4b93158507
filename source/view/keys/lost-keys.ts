import type {Command} from './command.js';
import {keyTable} from './key-table.js';
import {boundKeys, type OwnKeys} from './keys-in-force.js';

/** A command of which a usual key was given to another one. */
export type LostKeys = {
	readonly command: Command;
	/** The keys, and whose they are now. */
	readonly lost: ReadonlyArray<{readonly key: string; readonly now: Command}>;
	/** The keys that it still has. */
	readonly left: readonly string[];
};

/** The commands whose keys the user gave to others without saying anything of them. */
export const lostKeys = (own: OwnKeys): readonly LostKeys[] => {
	const owners = new Map([...own].flatMap(([command, keys]) => keys.map(key => [key, command] as const)));
	const bound = boundKeys(own);
	return keyTable.flatMap(({command, keys}, index) => {
		const lost = keys.flatMap(key => {
			const now = owners.get(key);
			return now === undefined ? [] : [{key, now}];
		});
		return own.has(command) || lost.length === 0 ? [] : [{command, lost, left: bound[index]?.keys ?? []}];
	});
};

import {commandName} from './command-names.js';
import {keyLabel} from './key-labels.js';
import type {OwnKeys} from './keys-in-force.js';
import {type LostKeys, lostKeys} from './lost-keys.js';

/** Which keys the user's own take from other commands, on one line; empty: none. */
export const takenKeysText = (own: OwnKeys): string =>
	lostKeys(own)
		.map(lost => {
			const {left} = lost;
			const has = left.length === 0 ? 'has no key left' : `still has ${left.map(keyLabel).join(' ')}`;
			return `${takenText(lost)}, ${commandName(lost.command)} ${has}`;
		})
		.join('; ');

/** Which commands the user's own keys leave without any, on one line, and what to do; empty: none. */
export const keylessText = (own: OwnKeys): string => {
	const keyless = lostKeys(own)
		.filter(({left}) => left.length === 0)
		.map(lost => `${commandName(lost.command)} (${takenText(lost)})`);
	return keyless.length === 0
		? ''
		: `No key is left for ${keyless.join(', ')}: give it one in the config file, or []`;
};

const takenText = ({lost}: LostKeys): string =>
	lost.map(({key, now}) => `${keyLabel(key)} is ${commandName(now)}’s`).join(', ');

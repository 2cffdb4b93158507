import {commandName} from '../view/keys/command-names.js';
import {keyLabel} from '../view/keys/key-labels.js';
import type {OwnKeys} from '../view/keys/keys-in-force.js';
import {lostKeys} from '../view/keys/lost-keys.js';
import {type Finding, fine, warning} from './finding.js';

/** Which commands have lost keys to others by the config file. */
export const keyFindings = (own: OwnKeys): readonly Finding[] =>
	lostKeys(own).map(({command, lost, left}) => {
		const name = commandName(command);
		const taken = lost.map(({key, now}) => `${keyLabel(key)} is ${commandName(now)}'s now`).join(', ');
		return left.length > 0
			? fine('keys', `${taken}; ${name} still has ${left.map(keyLabel).join(' ')}`)
			: warning(
					'keys',
					`${taken}, and ${name} has no key left`,
					`give it one in the config, "keys": {"${name}": …}; or [], if it is to have none`,
				);
	});

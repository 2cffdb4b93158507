import type {Node} from 'jsonc-parser';
import type {Command} from '../../keys/command.js';
import {keyWritten, type OwnKeys} from '../../keys/key-bindings.js';
import {commandName, commandNames} from '../../keys/own-keys.js';
import type {Section} from '../../user-files/section.js';

/** A command that can't be rebound. */
const fixed: Command = 'interrupt';
const fixedKey = 'ctrl-c';

/** Parses the section `keys`: for each command one key or a list of keys, which replace its default keys. */
export function readKeys(node: Node, section: Section): OwnKeys {
	const own = new Map<Command, readonly string[]>();
	const owners = new Map<string, Command>();
	for (const entry of section.entries(node, 'keys', '{"quit": ["q", "ctrl-q"]}')) {
		const name = section.known(entry, 'command', [...commandNames.keys()]);
		const command = name === undefined ? undefined : commandNames.get(name);
		if (command === undefined) {
			continue;
		}
		if (command === fixed) {
			section.mistake(
				entry.nameNode,
				`${entry.name} stays on ${fixedKey}, so that there is always a way out: remove it`,
			);
			continue;
		}
		section.noteOffset(`keys.${entry.name}`, entry.value);
		const keys = keysIn(entry.value, entry.name, section).filter(({key, node}) => {
			const owner = owners.get(key);
			if (key === fixedKey) {
				section.mistake(
					node,
					`${JSON.stringify(node.value)} always quits, so that there is a way out: choose another key`,
				);
				return false;
			}
			if (owner !== undefined) {
				const also = owner === command ? 'is given twice here' : `is a key of ${commandName(owner)} as well`;
				section.mistake(node, `${JSON.stringify(key)} ${also}: a key does one thing, remove one of the two`);
			}
			owners.set(key, owner ?? command);
			return owner === undefined;
		});
		own.set(
			command,
			keys.map(({key}) => key),
		);
	}
	return own;
}

function keysIn(
	node: Node,
	command: string,
	section: Section,
): ReadonlyArray<{readonly key: string; readonly node: Node}> {
	const nodes = node.type === 'array' ? (node.children ?? []) : [node];
	return nodes.flatMap(one => {
		const text: unknown = one.value;
		if (typeof text !== 'string') {
			section.wrongType(one, `a key of ${command}`, 'a string such as "ctrl-q", or a list of them');
			return [];
		}
		const written = keyWritten(text);
		if ('problem' in written) {
			section.mistake(one, `${JSON.stringify(text)} isn't a key for ${command}: ${written.problem}`);
			return [];
		}
		return [{key: written.name, node: one}];
	});
}

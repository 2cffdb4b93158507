import test from 'ava';
import type {Command} from '../../source/keys/command.js';
import {keylessText, takenKeysText} from '../../source/keys/own-keys.js';

function own(keys: Partial<Record<Command, readonly string[]>>) {
	return new Map(Object.entries(keys) as Array<[Command, readonly string[]]>);
}

test('no message if every command that lost a key has a new one', t => {
	for (const keys of [own({}), own({help: ['q'], quit: ['x-none']}), own({quit: ['q', 'Q']})]) {
		t.is(takenKeysText(keys), '');
		t.is(keylessText(keys), '');
	}
});

test('lists on one line the lost keys with their new commands', t => {
	const keys = own({help: ['q', 'j']});
	t.is(takenKeysText(keys), 'j now runs help, row-down still has ↓; q now runs help, quit has no key left');
	t.is(keylessText(keys), 'No key is left for quit (q now runs help): give it one in the config file, or []');
});

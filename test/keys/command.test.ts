import test from 'ava';
import {defaultBindings} from '../../source/keys/key-bindings.js';
import {commandsOf} from '../../source/view/terminal/key-queue.js';

test('no key has two commands', t => {
	const keys = defaultBindings.flatMap(({keys}) => keys);
	t.is(new Set(keys).size, keys.length);
});

test('a burst of keys runs commands only if all of its keys are bound', t => {
	t.deepEqual(commandsOf(['j', 'j', 'space']), ['rowDown', 'rowDown', 'pageDown']);
	t.deepEqual(commandsOf([...'honey']), []);
	t.deepEqual(commandsOf([...'11;rgb:ffff']), []);
});

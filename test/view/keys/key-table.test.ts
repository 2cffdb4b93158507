import test from 'ava';
import {commandsOf} from '../../../source/view/keys/key-queue.js';
import {keyTable} from '../../../source/view/keys/key-table.js';

test('no key has two commands', t => {
	const keys = keyTable.flatMap(binding => binding.keys);
	t.is(new Set(keys).size, keys.length);
});

test('keys that came at once count only when all of them mean something', t => {
	t.deepEqual(commandsOf(['j', 'j', 'space']), ['rowDown', 'rowDown', 'pageDown']);
	t.deepEqual(commandsOf([...'admin']), []);
	t.deepEqual(commandsOf([...'11;rgb:ffff']), []);
});

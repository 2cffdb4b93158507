import test from 'ava';
import type {Key} from 'ink';
import {keyNames} from '../../../source/view/keys/key-names.js';
import {commandsOf} from '../../../source/view/keys/key-queue.js';
import {keyTable} from '../../../source/view/keys/key-table.js';

const none: Key = {
	upArrow: false,
	downArrow: false,
	leftArrow: false,
	rightArrow: false,
	pageDown: false,
	pageUp: false,
	home: false,
	end: false,
	return: false,
	escape: false,
	ctrl: false,
	shift: false,
	tab: false,
	backspace: false,
	delete: false,
	meta: false,
	super: false,
	hyper: false,
	capsLock: false,
	numLock: false,
};

const cases: ReadonlyArray<readonly [input: string, key: Partial<Key>, names: readonly string[]]> = [
	['j', {}, ['j']],
	['G', {shift: true}, ['G']],
	[' ', {}, ['space']],
	['jjk', {}, ['j', 'j', 'k']],
	['\x04\x04', {}, ['ctrl-d', 'ctrl-d']],
	['d', {ctrl: true}, ['ctrl-d']],
	['/a\r', {}, ['/', 'a', 'return']],
	['a\tb\n\b\x7f', {}, ['a', 'tab', 'b', 'ctrl-j', 'backspace', 'backspace']],
	['日🙂', {}, ['日', '🙂']],
	['', {downArrow: true}, ['down']],
	['', {pageUp: true}, ['pageup']],
	['', {escape: true}, ['escape']],
	['', {escape: true, meta: true}, ['escape', 'escape']],
	['', {downArrow: true, ctrl: true}, []],
	['q', {meta: true}, []],
	['', {}, ['f1']],
];

for (const [input, key, names] of cases) {
	test(`${JSON.stringify(input)} ${JSON.stringify(key)}`, t => {
		t.deepEqual(keyNames(input, {...none, ...key}), names);
	});
}

test('no key has two commands', t => {
	const keys = keyTable.flatMap(binding => binding.keys);
	t.is(new Set(keys).size, keys.length);
});

test('keys that came at once count only when all of them mean something', t => {
	t.deepEqual(commandsOf(['j', 'j', 'space']), ['rowDown', 'rowDown', 'pageDown']);
	t.deepEqual(commandsOf([...'admin']), []);
	t.deepEqual(commandsOf([...'11;rgb:ffff']), []);
});

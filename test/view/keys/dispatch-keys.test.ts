import test from 'ava';
import {dispatchKeys} from '../../../source/view/keys/dispatch-keys.js';

/** What became of keys: commands, and in brackets what was typed. `search` opens a line, return closes it. */
function dispatched(names: readonly string[], startsTyping = false): readonly string[] {
	const done: string[] = [];
	let isTyping = startsTyping;
	dispatchKeys(names, {
		isTyping: () => isTyping,
		typed(typed) {
			done.push(typed.type === 'text' ? `[${typed.text}]` : `[<${typed.key}>]`);
			isTyping = !(typed.type === 'key' && typed.key === 'return');
		},
		command(command) {
			done.push(command);
			isTyping ||= command === 'search';
		},
	});
	return done;
}

test('keys are commands', t => {
	t.deepEqual(dispatched(['j', 'j', 'space']), ['rowDown', 'rowDown', 'pageDown']);
});

test('what opens a line takes what comes with it', t => {
	t.deepEqual(dispatched(['j', '/', ...'qj', 'space', 'return', 'j', 'q']), [
		'rowDown',
		'search',
		'[qj ]',
		'[<return>]',
		'rowDown',
		'quit',
	]);
	t.deepEqual(dispatched(['a', 'left', 'backspace', 'b'], true), ['[a]', '[<left>]', '[<backspace>]', '[b]']);
});

test('some keys do the same in a line', t => {
	t.deepEqual(dispatched(['a', 'ctrl-l', 'ctrl-z', 'ctrl-c'], true), [
		'[a]',
		'redraw',
		'suspend',
		'interrupt',
	]);
});

test('what can’t be typing is nothing, before a line and after it', t => {
	t.deepEqual(dispatched([...'admin']), []);
	t.deepEqual(dispatched([...'11;rgb:ff/ff']), []);
	t.deepEqual(dispatched(['q', 'ctrl-j', 'G']), []);
	t.deepEqual(dispatched(['/', 'a', 'return', ...'j%']), ['search', '[a]', '[<return>]']);
});

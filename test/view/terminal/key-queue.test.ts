import test from 'ava';
import {dispatchKeys, keyQueue} from '../../../source/view/terminal/key-queue.js';
import {fakeClock} from '../../helpers/fake-clock.js';

/** Returns the results of keys: commands, and typed text in brackets. `search` opens a line, return closes it. */
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
		ignored: ignored => done.push(`ignored ${ignored?.join('')}`),
	});
	return done;
}

test('keys run commands', t => {
	t.deepEqual(dispatched(['j', 'j', 'space']), ['rowDown', 'rowDown', 'pageDown']);
});

test('a key that opens a line passes the rest of a burst to it', t => {
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

test('after a key that offers a choice, the next one may choose; any other one is a command', t => {
	const done: string[] = [];
	let isOffered = false;
	const take = (...names: readonly string[]): readonly string[] => {
		done.length = 0;
		dispatchKeys(names, {
			isTyping: () => false,
			typed() {},
			chooses(name) {
				const isChosen = isOffered && name === 'h';
				isOffered = false;
				if (isChosen) {
					done.push(`choice ${name}`);
				}
				return isChosen;
			},
			command(command) {
				isOffered = command === 'facets';
				done.push(command);
			},
			ignored: ignored => done.push(`ignored ${ignored?.join('')}`),
		});
		return [...done];
	};
	// Alone, h is unbound.
	t.deepEqual(take('j', 'f', 'h', 'j'), ['rowDown', 'facets', 'choice h', 'rowDown']);
	t.deepEqual(take('f'), ['facets']);
	t.deepEqual(take('h', 'j'), ['choice h', 'rowDown']);
	t.deepEqual(take('h'), ['ignored h']);
	t.deepEqual(take('f', 'j', 'k'), ['facets', 'rowDown', 'rowUp']);
	t.deepEqual(take('f', 'j', 'h'), ['ignored fjh']);
});

test('some keys run the same command in an input line', t => {
	t.deepEqual(dispatched(['a', 'ctrl-l', 'ctrl-z', 'ctrl-c'], true), [
		'[a]',
		'redraw',
		'suspend',
		'interrupt',
	]);
});

test('ignores a burst of keys with an unbound one, before and after a line', t => {
	t.deepEqual(dispatched([...'honey']), ['ignored honey']);
	t.deepEqual(dispatched([...'11;rgb:ff/ff']), ['ignored 11;rgb:ff/ff']);
	t.deepEqual(dispatched(['q', 'ctrl-j', 'G']), ['ignored qctrl-jG']);
	t.deepEqual(dispatched(['Q']), ['ignored Q']);
	t.deepEqual(dispatched(['/', 'a', 'return', ...'j%']), ['search', '[a]', '[<return>]', 'ignored j%']);
});

test('keys wait for a panel or line that is being opened, and keep their order; leaving ends the wait', t => {
	const done: string[] = [];
	let isWaiting = false;
	let isTyping = false;
	const target = {
		isTyping: () => isTyping,
		typed(typed: {readonly type: string}) {
			done.push(typed.type);
			isTyping = typed.type === 'text';
		},
		command(command: string) {
			done.push(command);
			isWaiting ||= command === 'routes';
			isTyping ||= command === 'search';
		},
		waits: (command: string) => isWaiting && command === 'unwanted',
	};
	const clock = fakeClock(0);
	const queue = keyQueue(clock);
	queue.take([...'r-/ab', 'return', 'j'], target);
	queue.take(['k'], target);
	t.deepEqual(done.splice(0), ['routes']);
	queue.goOn(target);
	t.deepEqual(done, []);
	isWaiting = false;
	queue.goOn(target);
	t.deepEqual(done.splice(0), ['unwanted', 'search', 'text', 'key', 'rowDown', 'rowUp']);
	queue.take([...'r-'], target);
	clock.pass(100);
	queue.take(['escape'], target);
	isWaiting = false;
	queue.goOn(target);
	t.deepEqual(done.splice(0), ['routes', 'close']);
	queue.take([...'r-'], target);
	queue.take(['escape'], target);
	isWaiting = false;
	queue.goOn(target);
	t.deepEqual(done.splice(0), ['routes', 'unwanted', 'close'], 'keys of one write keep their order');
	queue.take([...'r-'], target);
	queue.before('rowDown');
	isWaiting = false;
	queue.goOn(target);
	t.deepEqual(done.splice(0), ['routes', 'unwanted']);
	queue.take([...'r-'], target);
	queue.before('close');
	isWaiting = false;
	queue.goOn(target);
	t.deepEqual(done, ['routes']);
});

test('a key that needs the completions of a line waits for them, with all keys after it', t => {
	const done: string[] = [];
	let isEarly = true;
	let isTyping = true;
	const target = {
		isTyping: () => isTyping,
		typed(typed: {readonly type: string; readonly key?: string}) {
			done.push(typed.key ?? 'text');
			isTyping = typed.key !== 'return';
		},
		isEarly: (typed: {readonly type: string; readonly key?: string}) => isEarly && typed.key === 'tab',
		command: (command: string) => done.push(command),
	};
	const queue = keyQueue(fakeClock(0));
	queue.take(['4', '0', 'tab', 'return', 'j'], target);
	queue.take(['k'], target);
	t.deepEqual(done, ['text']);
	isEarly = false;
	queue.goOn(target);
	t.deepEqual(done, ['text', 'tab', 'return', 'rowDown', 'rowUp']);
});

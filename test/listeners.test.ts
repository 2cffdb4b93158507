import test from 'ava';
import {Listeners} from '../source/listeners.js';

test('all are told, until they end it or nobody is told any more', t => {
	const listeners = new Listeners<[text: string]>();
	const told: string[] = [];
	const end = listeners.add(text => told.push(`first ${text}`));
	listeners.add(text => told.push(`second ${text}`));
	listeners.tell('a');
	end();
	listeners.tell('b');
	listeners.clear();
	listeners.tell('c');
	t.deepEqual(told, ['first a', 'second a', 'second b']);
});

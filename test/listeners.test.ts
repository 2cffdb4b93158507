import test from 'ava';
import {Listeners} from '../source/listeners.js';

test('notifies all listeners, until they unsubscribe or all are cleared', t => {
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

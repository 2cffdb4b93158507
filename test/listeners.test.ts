import test from 'ava';
import {Listeners} from '../source/listeners.js';

test('notifies all listeners, until they unsubscribe or all are cleared', t => {
	const listeners = new Listeners<[text: string]>();
	const calls: string[] = [];
	const end = listeners.add(text => calls.push(`first ${text}`));
	listeners.add(text => calls.push(`second ${text}`));
	listeners.notify('a');
	end();
	listeners.notify('b');
	listeners.clear();
	listeners.notify('c');
	t.deepEqual(calls, ['first a', 'second a', 'second b']);
});

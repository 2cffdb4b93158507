import test from 'ava';
import {externalStore} from '../../../source/view/state/external-store.js';

test('notifies listeners only if the state has changed', t => {
	const store = externalStore(1, (state, added: number) => state + added);
	const told: number[] = [];
	const leave = store.subscribe(() => told.push(store.getState()));
	store.dispatch(0);
	store.dispatch(2);
	leave();
	store.dispatch(1);
	t.deepEqual(told, [3]);
	t.is(store.getState(), 4);
});

import {Listeners} from '../../listeners.js';

/** An immutable state for React, see `useSyncExternalStore`. */
type ExternalStore<State, Action> = {
	getState(): State;
	/** Calls the listener after every change. Returns a function that unsubscribes it. */
	subscribe(listener: () => void): () => void;
	dispatch(action: Action): void;
};

/** @param reduce - returns the next state; if it is the same object, listeners aren't called */
export function externalStore<State, Action>(
	initial: State,
	reduce: (state: State, action: Action) => State,
): ExternalStore<State, Action> {
	let state = initial;
	const listeners = new Listeners();
	return {
		getState: () => state,
		subscribe: listener => listeners.add(listener),
		dispatch(action) {
			const next = reduce(state, action);
			if (next !== state) {
				state = next;
				listeners.notify();
			}
		},
	};
}

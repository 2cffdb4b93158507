import {Listeners} from '../../listeners.js';

/** A state that others change and React draws: see `useSyncExternalStore`. Never changed in place. */
type ExternalStore<State, Action> = {
	getState(): State;
	/** Calls the listener after every change. Returns the function that ends it. */
	subscribe(listener: () => void): () => void;
	dispatch(action: Action): void;
};

/** @param reduce - makes the next state; where that is the same object, nobody is told */
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
				listeners.tell();
			}
		},
	};
}

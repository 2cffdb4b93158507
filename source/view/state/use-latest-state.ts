import {useRef, useState} from 'react';

/** A state that keys change. Several keys may arrive before React has drawn the change by the first. */
type LatestState<State> = {
	/** The state as drawn. */
	readonly shown: State;
	/** Returns the state including changes that aren't drawn yet. */
	latest(): State;
	set(state: State): void;
};

/** @param first - initial state; not a function, because React would call it */
export function useLatestState<State>(first: State): LatestState<State> {
	const [shown, setShown] = useState(first);
	const latest = useRef(shown);
	return {
		shown,
		latest: () => latest.current,
		set(state) {
			latest.current = state;
			setShown(state);
		},
	};
}

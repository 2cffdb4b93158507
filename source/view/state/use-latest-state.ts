import {useRef, useState} from 'react';

/** A state that keys change: several may come at once, before React has drawn what the first one did. */
type LatestState<State> = {
	/** As it is drawn. */
	readonly shown: State;
	/** As it will be once what the keys have asked for is drawn. */
	latest(): State;
	set(state: State): void;
};

/** @param first - what it begins with; no function, which React would call */
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

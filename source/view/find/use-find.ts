import {useState} from 'react';
import type {Typed} from '../keys/typed.js';
import {type FindAction, type FindState, findingNothing, reduceFind} from './find-state.js';
import type {Needle} from './needle.js';

/** The marks, and what changes them. */
export type Find = {
	readonly state: FindState;
	/** What is marked once what the keys have asked for is drawn. */
	needle(): Needle | null;
	open(): void;
	/** Whether what is typed is what to look for. */
	isOpen(): boolean;
	type(typed: Typed): void;
	/** Marks nothing any more; false when nothing was marked. */
	clear(): boolean;
};

/** What is looked for on the screen. */
export function useFind(): Find {
	const [state, setState] = useState(findingNothing);

	// Several keys may come at once, before React has drawn what the first one did.
	const latest = {state};
	const dispatch = (action: FindAction): void => {
		latest.state = reduceFind(latest.state, action);
		setState(latest.state);
	};

	return {
		state,
		needle: () => latest.state.needle,
		open: () => dispatch({type: 'opened'}),
		isOpen: () => latest.state.prompt !== null,
		type: typed => dispatch({type: 'typed', typed}),
		clear() {
			const {needle} = latest.state;
			dispatch({type: 'cleared'});
			return needle !== null;
		},
	};
}

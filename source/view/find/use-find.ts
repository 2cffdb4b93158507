import {useState} from 'react';
import type {Writer} from '../prompt/writer.js';
import {type FindAction, type FindState, findingNothing, reduceFind} from './find-state.js';
import type {Needle} from './needle.js';

/** What is looked for on the screen, and what changes it; what is written is the text to look for. */
export type Find = Writer & {
	readonly state: FindState;
	/** The same once what the keys have asked for is drawn. */
	needle(): Needle | null;
	open(): void;
	/** Looks for nothing any more; false when nothing was looked for. */
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

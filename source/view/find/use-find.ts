import type {Writer} from '../prompt/writer.js';
import {useLatestState} from '../state/use-latest-state.js';
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
	const {shown: state, latest, set} = useLatestState(findingNothing);
	const dispatch = (action: FindAction): void => set(reduceFind(latest(), action));

	return {
		state,
		needle: () => latest().needle,
		open: () => dispatch({type: 'opened'}),
		isOpen: () => latest().prompt !== null,
		type: typed => dispatch({type: 'typed', typed}),
		clear() {
			const {needle} = latest();
			dispatch({type: 'cleared'});
			return needle !== null;
		},
	};
}

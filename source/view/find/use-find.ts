import {lineOf, type TextLine, typedInto} from '../prompt/text-line.js';
import type {Writer} from '../prompt/writer.js';
import {useLatestState} from '../state/use-latest-state.js';
import type {Typed} from '../terminal/key-queue.js';
import {type Needle, needleOf} from './needle.js';

/** State of the find prompt. Immutable. */
export type FindState = {
	readonly needle: Needle | null;
	/** The line and the previous needle; null while the prompt is closed. */
	readonly prompt: {readonly line: TextLine; readonly before: Needle | null} | null;
};

const findingNothing: FindState = {needle: null, prompt: null};

/** Actions on the find state. */
type FindAction =
	| {readonly type: 'opened'}
	| {readonly type: 'typed'; readonly typed: Typed}
	| {readonly type: 'cleared'};

/**
 * Returns the next state. The needle follows the line while the user types. Enter keeps it; Escape restores the previous needle.
 */
function reduceFind(state: FindState, action: FindAction): FindState {
	const {needle, prompt} = state;
	switch (action.type) {
		case 'opened':
			return prompt ? state : {needle, prompt: {line: lineOf(needle?.text ?? ''), before: needle}};
		case 'cleared':
			return findingNothing;
		case 'typed': {
			if (!prompt) {
				return state;
			}

			const {typed} = action;
			if (typed.type === 'key' && typed.key === 'return') {
				return {needle, prompt: null};
			}

			if (typed.type === 'key' && typed.key === 'escape') {
				return {needle: prompt.before, prompt: null};
			}

			const line = typedInto(prompt.line, typed);
			return line ? {needle: needleFor(line, needle), prompt: {...prompt, line}} : state;
		}
	}
}

function needleFor({text}: TextLine, present: Needle | null): Needle | null {
	return text === present?.text ? present : needleOf(text);
}

/** The needle, its prompt and the actions that change them. */
export type Find = Writer & {
	readonly state: FindState;
	/** Returns the needle after all keys so far, even before React draws it. */
	needle(): Needle | null;
	open(): void;
	/** Removes the needle. Returns false if it wasn't set. */
	clear(): boolean;
};

/** Provides the find prompt. */
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

import {lineOf, type TextLine, typedInto} from '../prompt/text-line.js';
import type {Writer} from '../prompt/writer.js';
import {useLatestState} from '../state/use-latest-state.js';
import type {Typed} from '../terminal/key-queue.js';
import {type Needle, needleOf} from './needle.js';

/** What is looked for on the screen. Never changed in place. */
export type FindState = {
	readonly needle: Needle | null;
	/** What is being written, and what was looked for before; null while nothing is. */
	readonly prompt: {readonly line: TextLine; readonly before: Needle | null} | null;
};

/** Nothing is looked for, nothing written. */
const findingNothing: FindState = {needle: null, prompt: null};

/** What can happen to what is looked for. */
type FindAction =
	| {readonly type: 'opened'}
	| {readonly type: 'typed'; readonly typed: Typed}
	| {readonly type: 'cleared'};

/** It is shown as it is written: Enter keeps that, Escape goes back to what was looked for before. */
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

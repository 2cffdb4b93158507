import {useRef} from 'react';
import {keysOf} from '../../keys/key-bindings.js';
import {type LineEditor, type Prompt, useLineEditor} from '../prompt/line-editor.js';
import {lineOf} from '../prompt/text-line.js';
import {useLatestState} from '../state/use-latest-state.js';
import {type Needle, needleOf} from './needle.js';

/** The needle and the actions that change it. The input line edits its text. */
export type Find = Omit<LineEditor, 'open'> & {
	/** The needle of the drawn frame, or null. */
	readonly shown: Needle | null;
	/** Returns the needle after all keys so far, even before React draws it. */
	needle(): Needle | null;
	/** The input line for the needle; null while it is closed. */
	readonly prompt: Prompt | null;
	open(): void;
	/** Removes the needle. Returns false if it wasn't set. */
	clear(): boolean;
};

/** Provides the needle. It follows the line while the user types. Enter keeps it; Escape restores the previous needle. */
export function useFind(): Find {
	const {shown, latest, set} = useLatestState<Needle | null>(null);
	const before = useRef<Needle | null>(null);
	const {shown: edited, ...editor} = useLineEditor({
		read(written) {
			const {text} = written.line;
			if (text !== latest()?.text) {
				set(needleOf(text));
			}
			return written;
		},
		enter: () => null,
		leave: () => set(before.current),
	});
	return {
		...editor,
		shown,
		needle: latest,
		prompt: edited && {label: 'find: ', edited, hints: findHints()},
		open() {
			before.current = latest();
			editor.open(lineOf(latest()?.text ?? ''));
		},
		clear() {
			const needle = latest();
			set(null);
			return needle !== null;
		},
	};
}

function findHints(): Prompt['hints'] {
	const onward = keysOf('findNext', 'findPrevious');
	return [
		{key: 'Enter', text: 'goes to the first match'},
		...(onward === null ? [] : [{key: onward, text: 'go to other matches'}]),
		{key: 'Esc', text: 'goes back'},
	];
}

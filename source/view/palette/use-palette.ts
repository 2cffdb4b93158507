import type {Command} from '../../keys/command.js';
import type {CompletionList} from '../search/search-state.js';
import {useLatestState} from '../state/use-latest-state.js';
import type {Typed} from '../terminal/key-queue.js';
import type {Surroundings} from './offered.js';
import {type PaletteWord, paletteItems} from './palette-items.js';
import {emptyPalette, type PaletteState, paletteList, typedIn, type Vocabulary} from './palette-state.js';

/** The palette and its list. */
export type Palette = {
	/** Null while the palette is closed. */
	readonly shown: {readonly state: PaletteState; readonly list: CompletionList} | null;
	open(): void;
	isOpen(): boolean;
	/** Handles a key or typed text. Returns the command to run, if any. */
	type(typed: Typed): Command | undefined;
};

/** Provides the palette, which runs commands and words by name. */
export function usePalette(words: readonly PaletteWord[], surroundings: Surroundings): Palette {
	const {shown: state, latest, set} = useLatestState<PaletteState | null>(null);
	const vocabulary = (): Vocabulary => ({items: paletteItems(words, surroundings), words});
	return {
		shown: state && {state, list: paletteList(state, vocabulary())},
		open: () => set(emptyPalette),
		isOpen: () => latest() !== null,
		type(typed) {
			const current = latest();
			if (current === null) {
				return undefined;
			}

			const {state: next, command} = typedIn(current, typed, vocabulary());
			set(next);
			return command;
		},
	};
}

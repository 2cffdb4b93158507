import type {FooterHint} from '../../keys/footer-hints.js';
import {type Writing, writing} from '../prompt/writer.js';
import type {PaletteState} from './palette-state.js';

/** Formats the palette's line for the screen. */
export function paletteWriting({line, problem}: PaletteState): Writing {
	return writing(':', line, paletteHints, problem);
}

const paletteHints: readonly FooterHint[] = [
	{key: 'Enter', text: 'runs it'},
	{key: 'Tab', text: 'completes'},
	{key: '↓ ↑', text: 'choose'},
	{key: 'Esc', text: 'goes back'},
];

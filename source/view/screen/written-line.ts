import type {FindState} from '../find/find-state.js';
import {findWriting} from '../find/find-writing.js';
import {saveWriting} from '../handoff/save-writing.js';
import type {SavePrompt} from '../handoff/saving-state.js';
import {separatorWriting} from '../marks/separator-writing.js';
import type {PaletteState} from '../palette/palette-state.js';
import {paletteWriting} from '../palette/palette-writing.js';
import type {TextLine} from '../prompt/text-line.js';
import type {Writing} from '../prompt/writing.js';
import {barWriting} from '../search/bar-writing.js';
import type {SearchBar} from '../search/search-state.js';

/** What may be written; null for what isn't. */
export type Written = {
	/** A command. */
	readonly palette: PaletteState | null;
	/** What is searched for. */
	readonly bar: SearchBar | null;
	/** The name of a file. */
	readonly save: SavePrompt | null;
	/** The text of a separator. */
	readonly separator: TextLine | null;
	/** What is to be found. */
	readonly find: FindState['prompt'];
};

/**
 * The line that is written, whatever it is for; null for none.
 * @param hasLineBelow - whether there is a line under it for what is wrong
 */
export function writtenLine(
	{palette, bar, save, separator, find}: Written,
	width: number,
	hasLineBelow: boolean,
): Writing | null {
	return (
		(palette && paletteWriting(palette)) ??
		(bar && barWriting(bar, width, hasLineBelow)) ??
		(save && saveWriting(save)) ??
		(separator && separatorWriting(separator)) ??
		(find && findWriting(find))
	);
}

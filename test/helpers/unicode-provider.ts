import type {IUnicodeVersionProvider} from '@xterm/headless';
import {characterWidth} from './character-width.js';

/** Of a value that says how a character stands: see UnicodeService in xterm.js. */
function widthOf(properties: number): number {
	return (properties >> 1) & 3;
}

/** Makes the emulator go by the widths of today. */
export const unicodeProvider: IUnicodeVersionProvider = {
	version: 'today',
	wcwidth: characterWidth,
	charProperties(codePoint, preceding) {
		const width = characterWidth(codePoint);
		// A mark joins what stands before it, if anything does.
		const joins = width === 0 && preceding !== 0 && widthOf(preceding) > 0;
		return ((joins ? widthOf(preceding) : width) << 1) | Number(joins);
	},
};

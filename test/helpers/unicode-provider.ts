import type {IUnicodeVersionProvider} from '@xterm/headless';
import {characterWidth} from './character-width.js';

/** Decodes the width from character properties: see UnicodeService in xterm.js. */
function widthOf(properties: number): number {
	return (properties >> 1) & 3;
}

/** Makes the emulator use current character widths. */
export const unicodeProvider: IUnicodeVersionProvider = {
	version: 'today',
	wcwidth: characterWidth,
	charProperties(codePoint, preceding) {
		const width = characterWidth(codePoint);
		// A combining mark joins the preceding character if that character has a width.
		const joins = width === 0 && preceding !== 0 && widthOf(preceding) > 0;
		return ((joins ? widthOf(preceding) : width) << 1) | Number(joins);
	},
};

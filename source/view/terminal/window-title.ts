import {fitWidth} from '../../format/fit-width.js';
import {sanitise} from '../../format/sanitise.js';

// XTWINOPS and OSC 2, see https://invisible-island.net/xterm/ctlseqs/ctlseqs.html. Terminals without a stack of titles ignore
// the first two, and keep the last title.

/** Saves the window's title. */
export const pushTitle = '\u001B[22;2t';
/** Restores the window's title. */
export const popTitle = '\u001B[23;2t';

/** Maximum width of a title: more than any tab or task bar shows. */
const maxWidth = 120;

/** Returns the code that sets the window's title to any string. */
export function titleCode(text: string): string {
	return `\u001B]2;${fitWidth(sanitise(text), maxWidth).trimEnd()}\u001B\\`;
}

/** True if a terminal has a window, with a title and the focus. Others print the codes for them, or ignore them. */
export function hasWindow(term = ''): boolean {
	return !/^(?:$|dumb|linux|unknown|vt\d|cons\d|sun|wyse|ansi$|eterm|emacs)/.test(term);
}

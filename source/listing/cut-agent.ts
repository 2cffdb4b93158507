import {cutMiddle} from './cut-middle.js';
import {fitWidth} from './fit-width.js';
import {terminalWidth} from './terminal-width.js';

/** What programs say before their name. */
const before = 'compatible; ';

/**
 * Brings a sanitised user agent to at most `width` columns. The name of a program stays, wherever it stands: what is cut
 * is what it pretends to be, and then its end. Of others the middle is cut.
 */
export function cutAgent(text: string, width: number): string {
	const at = text.indexOf(before);
	if (at === -1 || terminalWidth(text) <= width) {
		return cutMiddle(text, width);
	}

	const first = text.slice(0, text.indexOf(' ') + 1);
	const cut = `${first}…${text.slice(at)}`;
	return fitWidth(cut.length < text.length ? cut : text, width).trimEnd();
}

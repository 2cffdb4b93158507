import {graphemes, terminalWidth} from './terminal-width.js';

/** The longest end of a sanitised text, of whole graphemes, that is no wider than so many columns. */
export function endWithin(text: string, width: number): string {
	let end = '';
	let used = 0;
	for (const grapheme of [...graphemes(text)].reverse()) {
		used += terminalWidth(grapheme);
		if (used > width) {
			break;
		}

		end = grapheme + end;
	}

	return end;
}

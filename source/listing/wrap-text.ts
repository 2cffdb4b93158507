import {terminalWidth} from './terminal-width.js';

/** Breaks sanitised text at its spaces into lines of at most `width` columns. A longer word has a line of its own. */
export function wrapText(text: string, width: number): readonly string[] {
	const lines: string[] = [];
	const [first = '', ...words] = text.split(' ');
	let line = first;
	for (const word of words) {
		const longer = `${line} ${word}`;
		if (terminalWidth(longer) > width) {
			lines.push(line);
			line = word;
		} else {
			line = longer;
		}
	}

	return [...lines, line];
}

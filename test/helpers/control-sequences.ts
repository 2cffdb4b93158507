export type TerminalOutput = {
	/** Escape sequences in order, in readable form: `CSI ?25h`, `OSC 52;c;…`, `DCS …`, `ESC 7`. */
	readonly sequences: readonly string[];
	/** Codes of the other control characters (C0, DEL, C1). */
	readonly controls: readonly number[];
};

const strings: Readonly<Record<string, string>> = {']': 'OSC', P: 'DCS', X: 'SOS', '^': 'PM', _: 'APC'};
const escapeCharacter = '\u001B';

/**
 * Returns the end of a control string (OSC, DCS …) and the start of the text after it. BEL or ST ends a control string; an
 * unterminated one ends with the text.
 */
function endOfString(text: string, from: number): [end: number, next: number] {
	const ends = [`${escapeCharacter}\\`, '\u0007', '\u009C'].map(
		end => [text.indexOf(end, from), end.length] as const,
	);
	const [first] = ends.filter(([at]) => at !== -1).sort(([a], [b]) => a - b);
	return first ? [first[0], first[0] + first[1]] : [text.length, text.length];
}

/** Extracts all escape sequences and control characters from terminal output. */
export function readControls(text: string): TerminalOutput {
	const sequences: string[] = [];
	const controls: number[] = [];
	let at = 0;
	while (at < text.length) {
		const code = text.charCodeAt(at);
		const kind = text[at + 1] ?? '';
		const name = strings[kind];
		if (code !== 0x1b) {
			if (code < 0x20 || (code >= 0x7f && code <= 0x9f)) {
				controls.push(code);
			}
			at++;
		} else if (kind === '[') {
			const from = at + 2;
			at = from;
			while (at < text.length && text.charCodeAt(at) >= 0x20 && text.charCodeAt(at) < 0x40) {
				at++;
			}
			at++;
			sequences.push(`CSI ${text.slice(from, at)}`);
		} else if (name) {
			const [end, next] = endOfString(text, at + 2);
			sequences.push(`${name} ${text.slice(at + 2, end)}`);
			at = next;
		} else {
			sequences.push(`ESC ${kind}`);
			at += 2;
		}
	}
	return {sequences, controls};
}

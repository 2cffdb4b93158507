/** Characters that have a name in troff, so that all of its encodings have them: groff_char(7). */
const named: Readonly<Record<string, string>> = {
	'\\': '\\e',
	'-': '\\-',
	"'": '\\(aq',
	'"': '\\(dq',
	'`': '\\(ga',
	'^': '\\(ha',
	'~': '\\(ti',
	// Not all encodings have arrows.
	'↑': 'Up',
	'↓': 'Down',
	'←': 'Left',
	'→': 'Right',
	'’': '\\(cq',
	'–': '\\(en',
	'…': '...',
};

/** Escapes a line of text for troff. */
export function escaped(text: string): string {
	return text.replace(/[\\\-'"`^~↑↓←→’–…]/g, found => named[found] ?? found);
}

/** Returns a line of text. The prefix keeps a leading dot from starting a request. */
export function textLine(text: string): string {
	return `\\&${escaped(text)}`;
}

/** Returns a heading. */
export function heading(text: string): string {
	return `.SH "${escaped(text)}"`;
}

/** Returns a paragraph, separated from the previous one. */
export function paragraph(text: string): string {
	return `.PP\n${textLine(text)}`;
}

/** Returns a term in bold, with an indented description below it. */
export function tagged(term: string, text: string): string {
	return `.TP\n.B "${escaped(term)}"\n${textLine(text)}`;
}

/** Returns lines that are shown verbatim. */
export function verbatim(lines: readonly string[]): string {
	return ['.PP', '.nf', '.RS', ...lines.map(textLine), '.RE', '.fi'].join('\n');
}

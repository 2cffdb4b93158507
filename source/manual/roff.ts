/** Characters that troff names, so that they are there in each of its encodings: groff_char(7). */
const named: Readonly<Record<string, string>> = {
	'\\': '\\e',
	'-': '\\-',
	"'": '\\(aq',
	'"': '\\(dq',
	'`': '\\(ga',
	'^': '\\(ha',
	'~': '\\(ti',
	// Not all have arrows.
	'↑': 'Up',
	'↓': 'Down',
	'←': 'Left',
	'→': 'Right',
	'’': '\\(cq',
	'–': '\\(en',
	'…': '...',
};

/** A text as troff shows it, whatever it holds. On one line. */
export function escaped(text: string): string {
	return text.replace(/[\\\-'"`^~↑↓←→’–…]/g, found => named[found] ?? found);
}

/** A line of text; at its beginning, a dot would make it a request. */
export function textLine(text: string): string {
	return `\\&${escaped(text)}`;
}

/** A heading. */
export function heading(text: string): string {
	return `.SH "${escaped(text)}"`;
}

/** A paragraph that is told apart from what stands before it. */
export function paragraph(text: string): string {
	return `.PP\n${textLine(text)}`;
}

/** A term in bold and, below it and further in, what there is to say of it. */
export function tagged(term: string, text: string): string {
	return `.TP\n.B "${escaped(term)}"\n${textLine(text)}`;
}

/** Lines that are shown as they are. */
export function verbatim(lines: readonly string[]): string {
	return ['.PP', '.nf', '.RS', ...lines.map(textLine), '.RE', '.fi'].join('\n');
}

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
export const escaped = (text: string): string =>
	text.replace(/[\\\-'"`^~↑↓←→’–…]/g, found => named[found] ?? found);

/** A line of text; at its beginning, a dot would make it a request. */
export const textLine = (text: string): string => `\\&${escaped(text)}`;

/** A heading. */
export const heading = (text: string): string => `.SH "${escaped(text)}"`;

/** A paragraph that is told apart from what stands before it. */
export const paragraph = (text: string): string => `.PP\n${textLine(text)}`;

/** A term in bold and, below it and further in, what there is to say of it. */
export const tagged = (term: string, text: string): string => `.TP\n.B "${escaped(term)}"\n${textLine(text)}`;

/** Lines that are shown as they are. */
export const verbatim = (lines: readonly string[]): string =>
	['.PP', '.nf', '.RS', ...lines.map(textLine), '.RE', '.fi'].join('\n');

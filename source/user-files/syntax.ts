import {createScanner, type Node, type ParseError, type ParseErrorCode, parseTree} from 'jsonc-parser';

/** An error in a string, and its solution. */
export type Mistake = {
	/** Start of the error, in UTF-16 units. */
	readonly offset: number;
	readonly text: string;
};

/** By error code of the library. The package exports the codes as a const enum, which doesn't exist at run time. */
const explained: Readonly<Record<number, (symbol: string) => string>> = {
	1: symbol => `${symbol} isn't in double quotes: write ${JSON.stringify(unquoted(symbol))}`,
	2: symbol => `${symbol} isn't a number: write digits, or put it in double quotes`,
	3: symbol => `a name in double quotes is expected instead of ${symbol}`,
	4: symbol => `a value is missing before ${symbol}`,
	5: symbol => `a colon is missing before ${symbol}`,
	6: symbol =>
		symbol === '}' || symbol === ']'
			? `the closing ${symbol === '}' ? ']' : '}'} is missing before ${symbol}`
			: `a comma is missing before ${symbol}`,
	7: () => 'the closing } is missing',
	8: symbol => `the closing ] is missing before ${symbol}`,
	9: symbol => `${symbol} is after the closing }: remove it, or move it between the braces`,
	10: () => "a comment isn't allowed here: remove it",
	11: () => 'the comment has no end: write */ after it',
	12: () => 'the string has no end: write " after it',
	13: symbol => `${symbol} isn't a number: write digits, or put it in double quotes`,
	14: () => '\\u must be followed by four hexadecimal digits: for a backslash write two of them',
	15: () => 'there is no such escape: for a backslash write two of them',
	16: () => 'a string contains a control character: write \\t for a tab, \\n for a new line',
};

/** Maximum nesting of braces and brackets. Settings need five; the library's parser recurses for each level. */
const deepest = 50;

/**
 * Parses JSON with comments and trailing commas. Returns the root, undefined for an empty text, or the first error, because later
 * ones may only result from it.
 */
export function readSyntax(text: string): {readonly root: Node | undefined} | {readonly mistake: Mistake} {
	const tooDeep = tooDeepAt(text);
	if (tooDeep !== undefined) {
		const explanation = `braces and brackets are nested more than ${deepest} levels deep: remove some`;
		return {mistake: {offset: tooDeep, text: explanation}};
	}
	const errors: ParseError[] = [];
	const root = parseTree(text, errors, {allowTrailingComma: true, allowEmptyContent: true});
	const [first] = errors;
	return first === undefined ? {root} : {mistake: mistakeOf(text, first.error, first.offset, first.length)};
}

/** Returns the offset of the first brace or bracket that exceeds the maximum nesting, or undefined. */
function tooDeepAt(text: string): number | undefined {
	const scanner = createScanner(text, true);
	let depth = 0;
	for (;;) {
		scanner.scan();
		const offset = scanner.getTokenOffset();
		switch (text[offset]) {
			case undefined:
				return undefined;
			case '{':
			case '[':
				depth++;
				break;
			case '}':
			case ']':
				depth--;
		}
		if (depth > deepest) {
			return offset;
		}
	}
}

function mistakeOf(text: string, code: ParseErrorCode, offset: number, length: number): Mistake {
	const symbol = text.slice(offset, offset + length);
	const shown =
		symbol.trim() === '' ? 'the end of the file' : symbol.length > 30 ? `${symbol.slice(0, 30)}…` : symbol;
	const explain = explained[code];
	return {offset, text: explain === undefined ? `${shown} isn't understood` : explain(shown)};
}

function unquoted(symbol: string): string {
	return symbol.replace(/^['`]|['`]$/g, '');
}

/** Returns a function that maps an offset to its line, counted from 1, by binary search. */
export function lineFinder(text: string): (offset: number) => number {
	const ends = Array.from(text.matchAll(/\n/g), ({index}) => index);
	return offset => {
		let [from, to] = [0, ends.length];
		while (from < to) {
			const middle = (from + to) >> 1;
			if ((ends[middle] ?? 0) < offset) {
				from = middle + 1;
			} else {
				to = middle;
			}
		}
		return from + 1;
	};
}

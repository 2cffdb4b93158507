/** Operator of a value: `=` for the whole value, `==` for the whole value with case, `~` for a regular expression. */
export type Sign = '' | '=' | '==' | '~';

/** Range of a value in a search. The value may be invalid. */
export type ItemExtent = {
	readonly sign: Sign;
	/** Start of the value after the operator and the opening quote. */
	readonly textStart: number;
	/** End of the value, including the closing quote. */
	readonly end: number;
	readonly isQuoted: boolean;
	/** False if the closing quote is missing. */
	readonly isClosed: boolean;
	/** Offset of the last parenthesis in the value that is never closed. */
	readonly open: number | undefined;
};

const signs = /(==?|~)?/y;
const space = /\s/;

/**
 * Returns the extent of the value that begins at `start`. It ends at a space, at a comma, or at a closing parenthesis that the
 * value itself doesn't open. A quoted value ends after its closing quote.
 */
export function itemExtent(text: string, start: number): ItemExtent {
	signs.lastIndex = start;
	const sign = asSign(signs.exec(text)?.[1]);
	const at = start + sign.length;
	if (text[at] === '"') {
		const quote = closingQuote(text, at + 1);
		return {
			sign,
			textStart: at + 1,
			end: quote === -1 ? text.length : quote + 1,
			isQuoted: true,
			isClosed: quote !== -1,
			open: undefined,
		};
	}
	const {end, open} = sign === '~' ? endOfRegexp(text, at) : endOfWord(text, at);
	return {sign, textStart: at, end, isQuoted: false, isClosed: true, open: open.at(-1)};
}

/** Yields the extents of the comma-separated values from this offset on, with their starts. */
export function* itemsFrom(
	text: string,
	first: number,
): Generator<ItemExtent & {readonly start: number}, void, undefined> {
	for (let start = first; ; ) {
		const item = {start, ...itemExtent(text, start)};
		yield item;
		if (text[item.end] !== ',') {
			return;
		}
		start = item.end + 1;
	}
}

function asSign(text: string | undefined): Sign {
	return text === '=' || text === '==' || text === '~' ? text : '';
}

function closingQuote(text: string, start: number): number {
	let at = start;
	while (at < text.length && text[at] !== '"') {
		at += text[at] === '\\' && (text[at + 1] === '"' || text[at + 1] === '\\') ? 2 : 1;
	}
	return at < text.length ? at : -1;
}

type End = {readonly end: number; readonly open: readonly number[]};

/** Finds the end of a word. A word may contain balanced parentheses, and commas between them. */
function endOfWord(text: string, start: number): End {
	const open: number[] = [];
	let at = start;
	for (; at < text.length; at++) {
		const unit = text[at] ?? '';
		if (unit === '(') {
			open.push(at);
		} else if (space.test(unit) || isOutside(unit, open)) {
			break;
		}
	}
	return {end: at, open};
}

/**
 * Finds the end of a regular expression. Ignores parentheses and commas that are escaped or in brackets, and commas in braces.
 */
function endOfRegexp(text: string, start: number): End {
	const open: number[] = [];
	let isInClass = false;
	let isInBraces = false;
	let at = start;
	for (; at < text.length; at++) {
		const unit = text[at] ?? '';
		if (space.test(unit)) {
			break;
		}
		if (unit === '\\') {
			at += isEndOrSpace(text, at + 1) ? 0 : 1;
		} else if (isInClass) {
			isInClass = unit !== ']';
		} else if (unit === '[') {
			isInClass = true;
			// A bracket right after the opening one belongs to the class.
			at += /^\^?\]/.exec(text.slice(at + 1, at + 3))?.[0].length ?? 0;
		} else if (unit === '{' || unit === '}') {
			isInBraces = unit === '{';
		} else if (unit === '(') {
			open.push(at);
		} else if ((unit !== ',' || !isInBraces) && isOutside(unit, open)) {
			break;
		}
	}
	return {end: at, open};
}

/** True if the character ends the value. A closing parenthesis removes the last entry of `open`. */
function isOutside(unit: string, open: number[]): boolean {
	return (unit === ')' && open.pop() === undefined) || (unit === ',' && open.length === 0);
}

function isEndOrSpace(text: string, at: number): boolean {
	return at >= text.length || space.test(text[at] ?? '');
}

/** How a value is meant: `=` whole, `==` whole and with its capitals, `~` a regular expression. */
export type Sign = '' | '=' | '==' | '~';

/** Where a value stands, whether it is a right one or not. */
export type ItemExtent = {
	readonly sign: Sign;
	/** Where it begins without sign and opening quote. */
	readonly textStart: number;
	/** Where it ends, with the closing quote. */
	readonly end: number;
	readonly isQuoted: boolean;
	/** False when its closing quote is missing. */
	readonly isClosed: boolean;
	/** The last of the parentheses in it that are never closed. */
	readonly open: number | undefined;
};

const signs = /(==?|~)?/y;
const space = /\s/;

/**
 * Where the value that begins at `start` ends: at a space, a comma, or a closing parenthesis that none in it opens; one
 * in quotes after the closing one.
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

/** A word may hold balanced parentheses, and commas between them. */
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

/** In a regular expression what is escaped or in brackets doesn't count, nor a comma in braces. */
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
			// A bracket that stands first in a class is one of its characters.
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

/** Whether this ends a value. Takes the last parenthesis off that is open, where it closes one. */
function isOutside(unit: string, open: number[]): boolean {
	return (unit === ')' && open.pop() === undefined) || (unit === ',' && open.length === 0);
}

function isEndOrSpace(text: string, at: number): boolean {
	return at >= text.length || space.test(text[at] ?? '');
}

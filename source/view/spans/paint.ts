import {ownColorNames, rgbOf} from '../../themes/fit-color.js';
import type {Style} from '../../themes/theme.js';
import type {SpanLine} from './span.js';

/** The codes that begin and end a style. */
type Codes = {readonly begin: string; readonly end: string};

// ECMA-48, Select Graphic Rendition; bright colours and the larger palettes as in xterm.
function code(number: number | string): string {
	return `\u001B[${number}m`;
}
const none: Codes = {begin: '', end: ''};
const made = new WeakMap<Style, Codes>();

/** Ends a colour. The next colour does that, too. */
const endOfColor = code(39);

/** Returns a line with the styles of its spans. */
export function paint({spans, style}: SpanLine): string {
	const line = codesOf(style);
	let painted = '';
	/** The code that ends the style of the last span. */
	let end = '';
	for (const span of spans) {
		if (span.text !== '') {
			const own = codesOf(span.style);
			// A new colour replaces the last one without a reset: colour codes are 33 % of the bytes of a row.
			const isReplaced = end === endOfColor && own.end.endsWith(endOfColor);
			painted += (isReplaced ? '' : end) + line.begin + own.begin + span.text;
			end = own.end + line.end;
		}
	}
	return painted + end;
}

function codesOf(style: Style | undefined): Codes {
	if (style === undefined) {
		return none;
	}
	let codes = made.get(style);
	if (codes === undefined) {
		codes = newCodes(style);
		made.set(style, codes);
	}
	return codes;
}

function newCodes({bold, dimColor, underline, inverse, color, backgroundColor}: Style): Codes {
	const numbers: ReadonlyArray<readonly [begin: number | string, end: number]> = [
		...(bold ? [[1, 22] as const] : []),
		...(dimColor ? [[2, 22] as const] : []),
		...(underline ? [[4, 24] as const] : []),
		...(inverse ? [[7, 27] as const] : []),
		...(color === undefined ? [] : [[colorCode(color, 30), 39] as const]),
		...(backgroundColor === undefined ? [] : [[colorCode(backgroundColor, 40), 49] as const]),
	];
	return {
		begin: numbers.map(([begin]) => code(begin)).join(''),
		end: numbers
			.map(([, end]) => code(end))
			.reverse()
			.join(''),
	};
}

/** Returns the code of a colour: one of the 16 standard ones, `ansi256(n)`, or `#rrggbb`. `first` is the code of black. */
function colorCode(color: string, first: 30 | 40): number | string {
	const own = ownColorNames.indexOf(color);
	if (own !== -1) {
		return own < 8 ? first + own : first + 60 + own - 8;
	}
	const rgb = rgbOf(color);
	return rgb ? `${first + 8};2;${rgb.join(';')}` : `${first + 8};5;${/\((\d+)\)/.exec(color)?.[1]}`;
}

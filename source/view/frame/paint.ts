import type {PieceLine} from '../pieces/piece.js';
import type {Look} from '../theme.js';

/** What begins and what ends a look. */
type Codes = {readonly begin: string; readonly end: string};

// From ECMA-48, Select Graphic Rendition.
const colors = ['black', 'red', 'green', 'yellow', 'blue', 'magenta', 'cyan', 'white'];
const code = (number: number): string => `\u001B[${number}m`;
const none: Codes = {begin: '', end: ''};
const made = new WeakMap<Look, Codes>();

/** A line with the looks of its pieces. `isStyled`: whether the terminal has looks. */
export function paint({pieces, look}: PieceLine, isStyled: boolean): string {
	if (!isStyled) {
		return pieces.map(({text}) => text).join('');
	}

	const line = codesOf(look);
	let painted = '';
	for (const piece of pieces) {
		if (piece.text !== '') {
			const own = codesOf(piece.look);
			painted += line.begin + own.begin + piece.text + own.end + line.end;
		}
	}

	return painted;
}

function codesOf(look: Look | undefined): Codes {
	if (look === undefined) {
		return none;
	}

	let codes = made.get(look);
	if (codes === undefined) {
		codes = newCodes(look);
		made.set(look, codes);
	}

	return codes;
}

function newCodes({bold, dimColor, underline, inverse, color}: Look): Codes {
	const numbers: ReadonlyArray<readonly [begin: number, end: number]> = [
		...(bold ? [[1, 22] as const] : []),
		...(dimColor ? [[2, 22] as const] : []),
		...(underline ? [[4, 24] as const] : []),
		...(inverse ? [[7, 27] as const] : []),
		...(color === undefined ? [] : [[30 + colors.indexOf(color), 39] as const]),
	];
	return {
		begin: numbers.map(([begin]) => code(begin)).join(''),
		end: numbers
			.map(([, end]) => code(end))
			.reverse()
			.join(''),
	};
}

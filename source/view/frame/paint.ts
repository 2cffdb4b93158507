import type {PieceLine} from '../pieces/piece.js';
import type {Look} from '../theme.js';

const reset = '\u001B[0m';
const colors = ['black', 'red', 'green', 'yellow', 'blue', 'magenta', 'cyan', 'white'];
const made = new WeakMap<Look, string>();

/** A line with the looks of its pieces. `isStyled`: whether the terminal has looks. */
export function paint({pieces, look = {}}: PieceLine, isStyled: boolean): string {
	let painted = '';
	for (const piece of pieces) {
		const codes = isStyled && piece.text !== '' ? codesOf(look) + codesOf(piece.look ?? {}) : '';
		painted += codes === '' ? piece.text : codes + piece.text + reset;
	}

	return painted;
}

/** What begins a look, by ECMA-48, Select Graphic Rendition. */
function codesOf(look: Look): string {
	let codes = made.get(look);
	if (codes === undefined) {
		const {bold, dimColor, underline, inverse, color} = look;
		const numbers = [
			...(bold ? [1] : []),
			...(dimColor ? [2] : []),
			...(underline ? [4] : []),
			...(inverse ? [7] : []),
			...(color === undefined ? [] : [30 + colors.indexOf(color)]),
		];
		codes = numbers.length === 0 ? '' : `\u001B[${numbers.join(';')}m`;
		made.set(look, codes);
	}

	return codes;
}

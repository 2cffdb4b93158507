import stringWidth from 'string-width';

const printableAscii = /^[\x20-\x7e]*$/;
const segmenter = new Intl.Segmenter(undefined, {granularity: 'grapheme'});

/** Korean vowels and finals that share the columns of the letter before. */
const joiningJamo = /[\u1160-\u11ff\ud7b0-\ud7ff]/;

/** One grapheme of a text, and its terminal columns. */
export type Grapheme = {readonly text: string; readonly width: number};

/** Terminal columns of a sanitised text. */
export function terminalWidth(text: string): number {
	if (printableAscii.test(text)) {
		return text.length;
	}

	let width = 0;
	for (const grapheme of graphemes(text)) {
		width += grapheme.width;
	}

	return width;
}

/** The graphemes of a sanitised text, one by one. */
export function* graphemes(text: string): Generator<Grapheme> {
	for (const {segment} of segmenter.segment(text)) {
		yield {text: segment, width: columnsOf(segment)};
	}
}

/**
 * Where the parts of a grapheme add up to more than string-width says, as for the joined consonants of Indic
 * scripts, terminals show the parts.
 */
function columnsOf(grapheme: string): number {
	const whole = stringWidth(grapheme);
	if (grapheme.length === 1) {
		return whole;
	}

	let parts = 0;
	for (const character of grapheme) {
		parts += joiningJamo.test(character) ? 0 : stringWidth(character);
	}

	return Math.max(whole, parts);
}

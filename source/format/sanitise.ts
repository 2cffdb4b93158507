const printableAscii = /^[\x20-\x7e]*$/;

/** Made when the first text comes that isn't ASCII: that takes a millisecond of each start. */
function newUnsafe() {
	return {
		/**
		 * What is shown by its number instead of being sent to the terminal:
		 * - all of the category Other (controls, formats such as bidi and zero-width ones, lone surrogates, private
		 *   use, unassigned) and the line and paragraph separators;
		 * - what is invisible by default (variation selectors, fillers, tag characters);
		 * - what joins its neighbour in a way whose width terminals don't agree on: spacing and enclosing marks, skin
		 *   tones, and the letter pairs that are drawn as flags. A ZWJ is a format, so emoji sequences come apart.
		 */
		hidden:
			/[\p{C}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\p{Variation_Selector}\p{Me}\p{Mc}\p{Emoji_Modifier}\p{Regional_Indicator}]/gu,

		/**
		 * Letters and signs that do the same and can't be named by a property here: Thai and Lao AM, the letters that
		 * join what follows (Grapheme_Cluster_Break=Prepend), and the signs that join two consonants
		 * (Indic_Conjunct_Break=Linker). From Unicode 16.
		 */
		joining:
			/[\u0e33\u0eb3\u0d4e\u{111c2}\u{111c3}\u{113d1}\u{1193f}\u{11941}\u{11a3a}\u{11a84}-\u{11a89}\u{11d46}\u{11f02}\u094d\u09cd\u0acd\u0b4d\u0c4d\u0d4d\u1039\u17d2\u1a60\u1b44\u1bab\ua9c0\uaaf6\u{10a3f}\u{11133}\u{113d0}\u{1193e}\u{11a47}\u{11a99}\u{11f42}]/gu,

		/** Korean vowels and finals with no letter before that they could share the columns of. */
		loneVowel: /(?<![\u1100-\u115f\ua960-\ua97c])[\u1160-\u11a7\ud7b0-\ud7c6]/g,
		loneFinal: /(?<![\u1160-\u11a7\ud7b0-\ud7c6\uac00-\ud7a3])[\u11a8-\u11ff\ud7cb-\ud7fb]/g,

		/**
		 * The blocks of right-to-left scripts. Terminals with bidi support also move the digits beside such letters, even into
		 * the next column. Isolates would not help: most of these terminals drop or ignore them, others give them a cell.
		 * https://terminal-wg.pages.freedesktop.org/bidi/prior-work/terminals.html
		 */
		rightToLeft: /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufeff\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/gu,

		/** No language needs more than three marks on a base; with nothing to stand on, none. */
		surplusMarks: /(^|\p{Mn}{3})(\p{Mn}+)/gu,
	};
}

let unsafe: ReturnType<typeof newUnsafe> | undefined;

/**
 * The one function between data and a terminal. Whatever could move the cursor, change a colour, hide,
 * reorder or stack becomes a visible mark (`\x1b`, `\t`, `\u202e`, `\u{e0041}`), so that the result is one
 * line of text, of a width that is the sum of the widths of its characters. Ink and the terminal must agree
 * on that: Ink rewrites only the changed end of a line, and would begin in the wrong column. Idempotent,
 * linear, never throws.
 */
export function sanitise(text: string): string {
	return replaceUnsafe(text, visibleMark);
}

/** The same with marks of the caller's: what is written for each character that must not reach a terminal, in ASCII. */
export function replaceUnsafe(text: string, mark: (character: string) => string): string {
	if (printableAscii.test(text)) {
		return text;
	}

	unsafe ??= newUnsafe();
	return replaceInvisible(text.replace(unsafe.rightToLeft, mark), mark);
}

/** Makes a text safe to copy and paste: marks what can't be seen, and keeps every letter, right-to-left ones too. */
export function visibleText(text: string): string {
	return printableAscii.test(text) ? text : replaceInvisible(text, visibleMark);
}

function replaceInvisible(text: string, mark: (character: string) => string): string {
	unsafe ??= newUnsafe();
	const {hidden, joining, loneVowel, loneFinal, surplusMarks} = unsafe;
	return text
		.replace(hidden, mark)
		.replace(joining, mark)
		.replace(loneVowel, mark)
		.replace(loneFinal, mark)
		.replace(
			surplusMarks,
			(_, kept: string, surplus: string) => kept + Array.from(surplus, character => mark(character)).join(''),
		);
}

/** The marks made so far, of the first plane: a line that is nothing but controls asks for the same few again and again. */
const marks = new Map([
	['\t', '\\t'],
	['\n', '\\n'],
	['\r', '\\r'],
]);

/** What is written for a character that can't be seen: `\t`, `\x1b`, `\u202e`, `\u{e0041}`. */
export function visibleMark(character: string): string {
	let made = marks.get(character);
	if (made === undefined) {
		made = newMark(character.codePointAt(0) ?? 0);
		if (character.length === 1) {
			marks.set(character, made);
		}
	}

	return made;
}

function newMark(code: number): string {
	if (code > 0xffff) {
		return `\\u{${code.toString(16)}}`;
	}

	return code > 0xff
		? `\\u${code.toString(16).padStart(4, '0')}`
		: `\\x${code.toString(16).padStart(2, '0')}`;
}

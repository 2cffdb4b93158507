const printableAscii = /^[\x20-\x7e]*$/;

/** Created for the first text that isn't ASCII, because it takes a millisecond. */
function newUnsafe() {
	return {
		/**
		 * Characters that are shown as escapes instead of being sent to the terminal:
		 * - the category Other (controls, formats such as bidi and zero-width ones, lone surrogates, private
		 *   use, unassigned) and the line and paragraph separators;
		 * - characters that are invisible by default (variation selectors, fillers, tag characters);
		 * - characters that join their neighbour with a width on which terminals disagree: spacing and enclosing marks, skin
		 *   tones, and the letter pairs that are drawn as flags. A ZWJ is a format, so emoji sequences are split.
		 */
		hidden:
			/[\p{C}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\p{Variation_Selector}\p{Me}\p{Mc}\p{Emoji_Modifier}\p{Regional_Indicator}]/gu,

		/**
		 * Letters and signs with the same effect for which regular expressions have no property: Thai and Lao AM, letters that join
		 * the next one (Grapheme_Cluster_Break=Prepend), and signs that join two consonants (Indic_Conjunct_Break=Linker). From
		 * Unicode 16.
		 */
		joining:
			/[\u0e33\u0eb3\u0d4e\u{111c2}\u{111c3}\u{113d1}\u{1193f}\u{11941}\u{11a3a}\u{11a84}-\u{11a89}\u{11d46}\u{11f02}\u094d\u09cd\u0acd\u0b4d\u0c4d\u0d4d\u1039\u17d2\u1a60\u1b44\u1bab\ua9c0\uaaf6\u{10a3f}\u{11133}\u{113d0}\u{1193e}\u{11a47}\u{11a99}\u{11f42}]/gu,

		/** Korean vowels and finals without a preceding letter whose columns they could share. */
		loneVowel: /(?<![\u1100-\u115f\ua960-\ua97c])[\u1160-\u11a7\ud7b0-\ud7c6]/g,
		loneFinal: /(?<![\u1160-\u11a7\ud7b0-\ud7c6\uac00-\ud7a3])[\u11a8-\u11ff\ud7cb-\ud7fb]/g,

		/**
		 * The blocks of right-to-left scripts. Terminals with bidi support also move adjacent digits, even into the next column.
		 * Isolates would not help: most of these terminals drop or ignore them, others give them a cell.
		 * https://terminal-wg.pages.freedesktop.org/bidi/prior-work/terminals.html
		 */
		rightToLeft: /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufeff\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/gu,

		/** No language needs more than three marks on a base. Marks without a base are never needed. */
		surplusMarks: /(^|\p{Mn}{3})(\p{Mn}+)/gu,
	};
}

let unsafe: ReturnType<typeof newUnsafe> | undefined;

/**
 * The only function between data and a terminal. It turns everything that could move the cursor, change a colour, hide, reorder
 * or stack into a visible escape (`\x1b`, `\t`, `\u202e`, `\u{e0041}`). The result is one line of text whose width is the sum of
 * the widths of its characters. Ink and the terminal must agree on the width: Ink rewrites only the changed end of a line, and
 * would start in the wrong column. Idempotent, linear, never throws.
 */
export function sanitise(text: string): string {
	return replaceUnsafe(text, visibleMark);
}

/** The same as `sanitise` with custom escapes. `shownAs` must return ASCII for each character that must not reach a terminal. */
export function replaceUnsafe(text: string, shownAs: (character: string) => string): string {
	if (printableAscii.test(text)) {
		return text;
	}
	unsafe ??= newUnsafe();
	return replaceInvisible(text.replace(unsafe.rightToLeft, shownAs), shownAs);
}

/** Makes a string safe to copy and paste: escapes invisible characters, and keeps every letter, including right-to-left ones. */
export function visibleText(text: string): string {
	return printableAscii.test(text) ? text : replaceInvisible(text, visibleMark);
}

function replaceInvisible(text: string, shownAs: (character: string) => string): string {
	unsafe ??= newUnsafe();
	const {hidden, joining, loneVowel, loneFinal, surplusMarks} = unsafe;
	return text
		.replace(hidden, shownAs)
		.replace(joining, shownAs)
		.replace(loneVowel, shownAs)
		.replace(loneFinal, shownAs)
		.replace(
			surplusMarks,
			(_, kept: string, surplus: string) =>
				kept + Array.from(surplus, character => shownAs(character)).join(''),
		);
}

/** Cache of escapes in the first plane: a line of controls repeats a few characters. */
const marks = new Map([
	['\t', '\\t'],
	['\n', '\\n'],
	['\r', '\\r'],
]);

/** Returns the escape of an invisible character: `\t`, `\x1b`, `\u202e`, `\u{e0041}`. */
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

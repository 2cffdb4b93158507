const printableAscii = /^[\x20-\x7e]*$/;

/**
 * What is shown by its number instead of being sent to the terminal:
 * - all of the category Other (controls, formats such as bidi and zero-width ones, lone surrogates, private
 *   use, unassigned) and the line and paragraph separators;
 * - what is invisible by default (variation selectors, fillers, tag characters);
 * - what only changes its neighbour, and by so much that terminals don't agree on the width: enclosing marks,
 *   skin tones, and the letter pairs that are drawn as flags. A ZWJ is a format, so emoji sequences come apart.
 */
const hidden =
	/[\p{C}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\p{Variation_Selector}\p{Me}\p{Emoji_Modifier}\p{Regional_Indicator}]/gu;

/** Three marks on a base are what Hebrew and Arabic need; with nothing to stand on, none. */
const surplusMarks = /(^|\p{Mn}{3})(\p{Mn}+)/gu;

/**
 * The one function between data and a terminal. Whatever could move the cursor, change a colour, hide,
 * reorder or stack becomes a visible mark (`\x1b`, `\t`, `\u202e`, `\u{e0041}`), so that the result is one
 * line of text of a well-defined width. Idempotent, linear, never throws.
 */
export function sanitise(text: string): string {
	if (printableAscii.test(text)) {
		return text;
	}

	return text
		.replace(hidden, mark)
		.replace(surplusMarks, (_, kept: string, surplus: string) => kept + Array.from(surplus, mark).join(''));
}

const shortMarks = new Map([
	['\t', '\\t'],
	['\n', '\\n'],
	['\r', '\\r'],
]);

function mark(character: string): string {
	const short = shortMarks.get(character);
	if (short) {
		return short;
	}

	const code = character.codePointAt(0) ?? 0;
	if (code > 0xffff) {
		return `\\u{${code.toString(16)}}`;
	}

	return code > 0xff
		? `\\u${code.toString(16).padStart(4, '0')}`
		: `\\x${code.toString(16).padStart(2, '0')}`;
}

const none = /^[\p{Mn}\p{Me}\p{Cf}\u1160-\u11ff\ud7b0-\ud7ff]$/u;

/** Blocks of East Asian Width W and F in Unicode 16, and characters with emoji presentation by default. */
const wide =
	/^[\p{Emoji_Presentation}\u1100-\u115f\u2329\u232a\u2630-\u2637\u268a-\u268f\u2e80-\u303e\u3041-\u3247\u3250-\ua48c\ua490-\ua4c6\ua960-\ua97c\uac00-\ud7a3\uf900-\ufaff\ufe10-\ufe19\ufe30-\ufe6b\uff01-\uff60\uffe0-\uffe6\u{16fe0}-\u{18dff}\u{1aff0}-\u{1b2ff}\u{1d300}-\u{1d356}\u{1d360}-\u{1d376}\u{1f200}-\u{1f265}\u{20000}-\u{3fffd}]$/u;

/**
 * Returns the columns of one character on a terminal that measures single characters, as most do. The widths are current; the
 * emulator has the widths of Unicode 6. This code is independent of the library that the program measures with.
 */
export function characterWidth(codePoint: number): 0 | 1 | 2 {
	if (codePoint < 0x300) {
		return codePoint < 0x20 || (codePoint >= 0x7f && codePoint < 0xa0) ? 0 : 1;
	}
	const character = String.fromCodePoint(codePoint);
	return none.test(character) ? 0 : wide.test(character) ? 2 : 1;
}

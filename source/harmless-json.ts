/** Matches nearly all lines. Checked first, because searching each line for unsafe characters took 1/5 of the time. */
const printableAscii = /^[\x20-\x7e]*$/;

/** A string that needs no escapes. Most values match, and calling `JSON.stringify` for each takes longer. */
const plain = /^[ !#-[\]-~]*$/;

/** Formats a value as JSON on one line, without loss. No character acts as a control on a terminal. */
export function harmlessJson(value: string | object): string {
	return typeof value === 'string' && plain.test(value) ? `"${value}"` : harmless(JSON.stringify(value));
}

/**
 * Escapes characters in JSON that a terminal would act on or not show, and that JSON doesn't escape: DEL, C1, the category Format
 * including bidi controls, and invisible characters.
 */
export function harmless(json: string): string {
	return printableAscii.test(json)
		? json
		: json.replace(/[\u007f-\u009f\p{Cf}\p{Default_Ignorable_Code_Point}\u2028\u2029]/gu, escapedInJson);
}

/** Returns the escapes of a character in JSON. */
export function escapedInJson(character: string): string {
	return Array.from(
		{length: character.length},
		(_, index) => `\\u${character.charCodeAt(index).toString(16).padStart(4, '0')}`,
	).join('');
}

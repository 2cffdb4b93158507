const encoded = /%([0-7][0-9a-f])/gi;

/** Undoes what is percent-encoded of ASCII, once: whatever else stands there, broken encodings included, stays. */
export const decodeAscii = (text: string): string =>
	text.includes('%')
		? text.replace(encoded, (_, digits: string) => String.fromCharCode(Number.parseInt(digits, 16)))
		: text;

import test from 'ava';
import {isCapital, isDigit, isHexDigit, isLetter} from '../source/ascii.js';

test('classifies ASCII characters', t => {
	const kinds: ReadonlyArray<readonly [(sign: number) => boolean, RegExp]> = [
		[isDigit, /^[0-9]$/],
		[isCapital, /^[A-Z]$/],
		[isLetter, /^[A-Za-z]$/],
		[isHexDigit, /^[0-9A-Fa-f]$/],
	];
	for (const [is, pattern] of kinds) {
		for (let unit = 0; unit < 1024; unit++) {
			t.is(is(unit), pattern.test(String.fromCharCode(unit)), `${pattern} ${unit}`);
		}
	}
});

import fc from 'fast-check';
import {anyText} from './any-text.js';

/** Strings that an attacker might send: any characters, lone surrogates, and characters that affect their neighbours. */
export const nastyText = fc.oneof(
	anyText({maxLength: 60}),
	fc.string({unit: 'grapheme', maxLength: 40}),
	fc.array(fc.integer({min: 0, max: 0xffff}), {maxLength: 60}).map(units => String.fromCharCode(...units)),
	fc.string({
		unit: fc.constantFrom(
			...[
				'a',
				'\u0301',
				'क',
				'\u094d',
				'\u0d4e',
				'\u200d',
				'👩',
				'\u0e33',
				'\ufe0f',
				'🇦',
				'\u1161',
				'\u11ab',
			],
			...['\u001b', '[', ']', ';', 'm', '\u009b', '\u202e', '日', '\\', 'x', '\ud800', '\udc00', '\u20e3'],
		),
		maxLength: 20,
	}),
);

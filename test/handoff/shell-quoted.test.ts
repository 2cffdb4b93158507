import {execFileSync} from 'node:child_process';
import test from 'ava';
import fc from 'fast-check';
import {shellQuoted} from '../../source/handoff/shell-quoted.js';
import {nastyText} from '../helpers/nasty-text.js';

/** The arguments that a shell makes of a text. */
const argumentsOf = (text: string): readonly string[] =>
	execFileSync('sh', ['-c', `printf '%s\\000' ${text}`])
		.toString()
		.split('\0')
		.slice(0, -1);

const word = fc
	.oneof(
		nastyText,
		fc.string({unit: fc.constantFrom(...`'"\\\`$(){}[]<>|&;*?~#!=%^ \n\t-aZ`), maxLength: 12}),
		fc.string({unit: 'binary'}),
	)
	.map(text => text.replaceAll(/\0|\p{Surrogate}/gu, ''));

test('a shell takes a quoted text for one word, and for that text', t => {
	fc.assert(
		fc.property(fc.array(word, {minLength: 1, maxLength: 20}), words => {
			t.deepEqual(argumentsOf(words.map(shellQuoted).join(' ')), words);
		}),
		{numRuns: 200},
	);
});

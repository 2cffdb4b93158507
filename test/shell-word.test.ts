import {execFileSync} from 'node:child_process';
import fc from 'fast-check';
import {shellQuoted} from '../source/shell-word.js';
import {nastyText} from './helpers/nasty-text.js';
import {testWith, testWithShells} from './helpers/shell.js';

const word = fc
	.oneof(
		nastyText,
		fc.string({unit: fc.constantFrom(...`'"\\\`$(){}[]<>|&;*?~#!=%^ \n\t-aZ`), maxLength: 12}),
		fc.string({unit: fc.constantFrom("'", '\\', ';', 'a'), maxLength: 8}),
		fc.string({unit: 'binary'}),
	)
	.map(text => text.replaceAll(/\0|\p{Surrogate}/gu, ''));

testWithShells(
	'hostile 18: a shell takes a quoted text for one word, and for that text',
	(t, argumentsOf) => {
		fc.assert(
			fc.property(fc.array(word, {minLength: 1, maxLength: 20}), words => {
				t.deepEqual(argumentsOf(words.map(shellQuoted).join(' ')), words);
			}),
			{
				numRuns: 100,
				examples: [
					[["a\\';touch PWN;#'"]],
					[['\\', "'", "\\'", "'\\", "''", '\\\\', '=ls', '%self', '~', '']],
				],
			},
		);
	},
);

testWithShells('hostile 18: an argument of curl that ends in a backslash runs nothing', (t, argumentsOf) => {
	t.deepEqual(argumentsOf(`${shellQuoted('User-Agent: a\\')} ${shellQuoted('Referer: ;touch PWN;#')}`), [
		'User-Agent: a\\',
		'Referer: ;touch PWN;#',
	]);
});

testWith('bash', 'hostile 18: the history of bash leaves a quoted text as it is', t => {
	const text = `it's \\ !! \\'!1 "`;
	const out = execFileSync('bash', ['--norc', '-i'], {
		input: `set -H\nprintf '%s\\n' ${shellQuoted(text)}\n`,
		stdio: ['pipe', 'pipe', 'ignore'],
		env: {PATH: process.env.PATH, HOME: '/nonexistent', HISTFILE: ''},
	});
	t.is(out.toString(), `${text}\n`);
});

import test from 'ava';
import fc from 'fast-check';
import {type CurlCommand, curlCommand} from '../../source/copy-and-save/curl-command.js';
import type {Entry} from '../../source/store/store.js';
import {entry} from '../helpers/entry.js';
import {nastyText} from '../helpers/nasty-text.js';
import {testWithShells} from '../helpers/shell.js';

function of(changes: Partial<Entry>): CurlCommand {
	return curlCommand(entry(1, {url: '/', ...changes}));
}

function commandOf(changes: Partial<Entry>): string {
	const made = of(changes);
	return 'command' in made ? made.command : `none: ${made.problem}`;
}

const commands: ReadonlyArray<readonly [changes: Partial<Entry>, command: string]> = [
	[{url: '/en/?p=2'}, `curl 'http://localhost/en/?p=2'`],
	[{url: '/en/', host: 'shop.example'}, `curl 'https://shop.example/en/'`],
	[{url: '/en/', host: 'shop.example:80'}, `curl 'http://shop.example:80/en/'`],
	[{url: '/en/', host: '[2001:db8::9]:8443'}, `curl --globoff 'https://[2001:db8::9]:8443/en/'`],
	[{url: 'http://shop.example/en/', host: 'other.example'}, `curl 'http://shop.example/en/'`],
	[{url: 'http://u:p@shop.example?a=1'}, `curl 'http://shop.example/?a=1'`],
	[{method: 'POST', url: '/'}, `curl --request POST 'http://localhost/'`],
	[{method: 'HEAD', url: '/'}, `curl --head 'http://localhost/'`],
	[{method: null, url: '/'}, `curl 'http://localhost/'`],
	[{method: `A'B`, url: '/'}, `curl --request 'A'\\''B' 'http://localhost/'`],
	[{method: 'OPTIONS', url: '*'}, `curl --request OPTIONS --request-target '*' 'http://localhost/'`],
	[
		{userAgent: `it's "curl"`, referer: 'https://shop.example/'},
		`curl --header 'User-Agent: it'\\''s "curl"' --header 'Referer: https://shop.example/' 'http://localhost/'`,
	],
	[
		{userAgent: 'a\r\nX-Evil: 1\u001b]0;x\u0007\u202e'},
		`curl --header 'User-Agent: a'\\\\'r'\\\\'nX-Evil: 1'\\\\'x1b]0;x'\\\\'x07'\\\\'u202e' 'http://localhost/'`,
	],
	[{url: '/a b\n\u202eé#x'}, `curl 'http://localhost/a%20b%0A%E2%80%AE%C3%A9%23x'`],
	[{userAgent: 'דפדפן 5'}, `curl --header 'User-Agent: דפדפן 5' 'http://localhost/'`],
	[{url: '/\ud800'}, `curl 'http://localhost/%EF%BF%BD'`],
	[{url: `/';rm -rf ~;'`}, `curl 'http://localhost/'\\'';rm%20-rf%20~;'\\'''`],
	[{url: '/a/../b/%2e%2e/c'}, `curl --path-as-is 'http://localhost/a/../b/%2e%2e/c'`],
	[{url: '/[1-100]{a,b}'}, `curl --globoff 'http://localhost/[1-100]{a,b}'`],
	[{url: '//evil.example/x', host: 'shop.example'}, `curl 'https://shop.example//evil.example/x'`],
	[{host: '-oout', url: '/'}, `curl 'http://localhost/'`],
	[{host: 'evil.example/@shop.example', url: '/'}, `curl 'http://localhost/'`],
	[{host: `a';id;'`, url: '/'}, `curl 'http://localhost/'`],
	[{host: 'shop.example:99999', url: '/'}, `curl 'http://localhost/'`],
	[{url: null}, 'none: this request has no URL'],
	[{url: 'shop.example:443', method: 'CONNECT'}, 'none: the target of this request is not a path'],
	[{url: '\u0016\u0003\u0001'}, 'none: the target of this request is not a path'],
	[{url: 'gopher://x/'}, 'none: the target of this request is not a path'],
	[{url: '-o/etc/passwd'}, 'none: the target of this request is not a path'],
	[{method: '\u0016\u0003'}, 'none: the method of this request is invalid'],
	[{method: 'GET /', url: '/'}, 'none: the method of this request is invalid'],
];

for (const [changes, command] of commands) {
	test(`${JSON.stringify(changes)}: ${command}`, t => {
		t.is(commandOf(changes), command);
	});
}

const remarks: ReadonlyArray<readonly [changes: Partial<Entry>, remarks: readonly string[]]> = [
	[{}, ['http://localhost is assumed, as the log has no host']],
	[{host: '_'}, ['http://localhost is assumed, as the log has no host']],
	[{host: '-oout'}, ['http://localhost is assumed, as the host in the log is invalid']],
	[{host: 'shop.example'}, ['to https://shop.example, where https is assumed']],
	[{host: 'shop.example:443'}, []],
	[{url: 'http://shop.example/'}, []],
	[{url: 'http://shop.example/', method: 'POST'}, ['the log has no body']],
];

for (const [changes, said] of remarks) {
	test(`assumptions are reported: ${JSON.stringify(changes)}`, t => {
		const made = of(changes);
		t.deepEqual('remarks' in made && made.remarks, said);
	});
}

const nasty = fc.oneof(
	nastyText,
	fc.string({unit: fc.constantFrom(...`'"\\\`$(){}[]<>|&;*?~#!=%^ \n\r\t\u001b\u0000-a/.:@`), maxLength: 12}),
);

testWithShells(
	'hostile 18: log content is only arguments of curl, each where it belongs, and all of it is visible',
	(t, wordsOf) => {
		fc.assert(
			fc.property(
				fc.option(fc.oneof(fc.constantFrom('GET', 'PUT', '-X', "'"), nasty)),
				fc.oneof(
					nasty.map(text => `/${text}`),
					nasty.map(text => `http://shop.example/${text}`),
					nasty,
				),
				fc.option(nasty),
				fc.option(nasty),
				fc.option(nasty),
				(method, url, host, userAgent, referer) => {
					const made = of({method, url, host, userAgent, referer});
					if ('problem' in made) {
						return;
					}
					// biome-ignore lint/suspicious/noControlCharactersInRegex: that there is none is what is tested
					t.notRegex(made.command, /[\u0000-\u001f\u007f-\u009f\u2028\u2029\u202a-\u202e\u2066-\u2069]/);
					const [program, ...words] = wordsOf(made.command);
					t.is(program, 'curl');
					t.regex(words.at(-1) ?? '', /^https?:\/\/[\w.:[\]-]+\/[\x21-\x7e]*$/);
					for (let at = 0; at < words.length - 1; at++) {
						const option = words[at] ?? '';
						t.true(
							['--request', '--request-target', '--head', '--path-as-is', '--globoff', '--header'].includes(
								option,
							),
							made.command,
						);
						if (option === '--header') {
							t.regex(words[++at] ?? '', /^(?:User-Agent|Referer): /);
						} else if (option.startsWith('--request')) {
							t.is(words[++at], option === '--request' ? (method ?? '') : '*');
						}
					}
				},
			),
			{numRuns: 150, examples: [['GET', '/', null, 'a\\', ';touch PWN;#']]},
		);
	},
);

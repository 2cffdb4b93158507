import test from 'ava';
import {isBotAgent} from '../../../source/query/bots/client-class.js';

test('distinguishes programs from browsers', t => {
	t.true(isBotAgent('Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)'));
	t.true(isBotAgent('curl/8.5.0'));
	t.false(
		isBotAgent(
			'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36',
		),
	);
});

test('ignores the part of a user agent beyond the limit', t => {
	const browser =
		'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36 ';
	t.true(isBotAgent(`${browser}bot`));
	t.false(isBotAgent(`${browser}${'x'.repeat(512)} bot`));
});

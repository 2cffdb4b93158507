import test from 'ava';
import fc from 'fast-check';
import stringWidth from 'string-width';
import {cutAgent} from '../../source/format/cut-agent.js';
import {forAll} from '../helpers/for-all.js';

/** Parts that all browsers have. */
const webKit = 'AppleWebKit/605.1.15 (KHTML, like Gecko)';
const blink = 'AppleWebKit/537.36 (KHTML, like Gecko)';

test('the version of an app is kept when its user agent is cut', t => {
	const phone = `Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) ${webKit} Mobile/15E148 ShopApp/5.10.0`;
	t.is(cutAgent(phone, 200), phone);
	t.is(cutAgent(phone, 60), '…(iPhone; CPU iPhone OS 17_5 like Mac OS X)…ShopApp/5.10.0');
	t.is(cutAgent(phone, 36), '…(iPhone; CPU iPhone…ShopApp/5.10.0');
	t.is(cutAgent(phone, 20), '…ShopApp/5.10.0');
	const view = `Mozilla/5.0 (Linux; Android 14; Pixel 8; wv) ${blink} Version/4.0 Chrome/126.0.6478.71 Mobile Safari/537.36`;
	t.is(cutAgent(`${view} ShopApp/5.10.0 (build 812)`, 36), '…6.0.6478.71 Mobile…ShopApp/5.10.0 …');
	const program = 'ShopApp/5.10.0 (com.shop.app; build:5100; iOS 17.5.0) Alamofire/5.9.1';
	t.is(cutAgent(program, 46), 'ShopApp/5.10.0 (com.shop.app;… Alamofire/5.9.1');
});

test('the name and version of a browser are kept when its user agent is cut', t => {
	const chrome = `Mozilla/5.0 (X11; Linux x86_64) ${blink} Chrome/143.0.0.0 Safari/537.36`;
	t.is(cutAgent(chrome, 60), 'Mozilla/5.0 (X11; Linux x86_64)…Chrome/143.0.0.0…');
	t.is(cutAgent(chrome, 36), '…(X11; Linux x86_…Chrome/143.0.0.0…');
	const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:127.0) Gecko/20100101 Firefox/127.0';
	t.is(cutAgent(firefox, 36), '…(X11; Linux x86_64; …Firefox/127.0');
	const safari = `Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) ${webKit} Version/17.5 Safari/605.1.15`;
	t.is(cutAgent(safari, 46), '…(Macintosh; Int…Version/17.5 Safari/605.1.15');
});

test('the name of a bot is kept when its user agent is cut', t => {
	const bot =
		'Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko; compatible; GPTBot/1.2; +https://openai.com/gptbot)';
	t.is(cutAgent(bot, 200), bot);
	t.is(cutAgent(bot, 30), '…GPTBot/1.2; +https://openai.…');
	t.is(
		cutAgent('Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)', 24),
		'…Googlebot/2.1; +http:/…',
	);
});

test('never exceeds the width, nor cuts an agent that fits', t => {
	const parts = [
		' ',
		'日本',
		'…',
		'(',
		')',
		'(a; b)',
		'compatible; ',
		' Safari/537.36',
		'Mozilla/5.0 ',
		'App/5.1 ',
	];
	forAll(
		300,
		fc.array(fc.oneof(fc.constantFrom(...parts), fc.string()), {maxLength: 12}),
		fc.nat({max: 60}),
		(words, width) => {
			const text = words.join('');
			const cut = cutAgent(text, width);
			t.true(stringWidth(cut) <= width, `${text} ${width} ${cut}`);
			t.true(stringWidth(text) > width || cut === text);
		},
	);
});

test('a user agent of 64 KiB is cut at once', t => {
	const started = performance.now();
	for (const part of ['(', '…', ' ', '(a) ', 'Mozilla/5.0 ', 'compatible;']) {
		t.true(cutAgent(part.repeat(65_536 / part.length), 36).length <= 36);
	}
	t.true(performance.now() - started < 2000);
});

import test from 'ava';
import {clientClass, isBotAgent} from '../../../source/query/bots/client-class.js';

for (const [agent, found] of [
	['Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0', 'browser'],
	['Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)', 'bot'],
	['uptime-check/3.1 (+https://uptime.example/)', 'bot'],
	['curl/8.5.0', 'tool'],
	['CURL/8.5.0', 'tool'],
	['curling/1.0', 'bot'],
	['python-requests/2.31.0', 'tool'],
	['Python/3.12 aiohttp/3.9', 'tool'],
	['Go-http-client/2.0', 'tool'],
	['Apache-HttpClient/4.5.13 (Java/11.0.20)', 'tool'],
	['node', 'tool'],
	['okhttp/4.12.0', 'browser'],
	['ShopApp/5.1 (Android 14) okhttp/4.12.0', 'browser'],
	['ShopApp/712 CFNetwork/1410.0.3 Darwin/22.6.0', 'browser'],
	['Dalvik/2.1.0 (Linux; U; Android 14; Pixel 8 Build/UQ1A)', 'browser'],
	['ktor-client', 'browser'],
	['NewsBot/1.0 okhttp/4.12.0', 'bot'],
	['', null],
	[null, null],
] as const) {
	test(`${agent} is ${found ?? 'unknown'}`, t => {
		t.is(clientClass(agent), found);
		if (agent) {
			// Consistent with `bot:yes` and `bot:no`.
			t.is(isBotAgent(agent), found !== 'browser');
		}
	});
}

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

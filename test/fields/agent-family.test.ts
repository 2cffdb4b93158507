// Runs alone: it measures the memory of the process.
import test from 'ava';
import {agentFamily} from '../../source/fields/agent-family.js';
import {collectGarbage} from '../helpers/collect-garbage.js';

const webkit = 'AppleWebKit/537.36 (KHTML, like Gecko)';

for (const [family, agent] of [
	['Chrome', `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${webkit} Chrome/142.0.0.0 Safari/537.36`],
	['Chrome Android', `Mozilla/5.0 (Linux; Android 10; K) ${webkit} Chrome/142.0.0.0 Mobile Safari/537.36`],
	[
		'Chrome iOS',
		'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) CriOS/142.0 Mobile/15E148 Safari/604.1',
	],
	['Edge', `Mozilla/5.0 (Windows NT 10.0) ${webkit} Chrome/142.0.0.0 Safari/537.36 Edg/142.0.0.0`],
	['Edge', 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) Version/18.0 EdgiOS/142.0 Safari/604.1'],
	['Opera', `Mozilla/5.0 (X11; Linux x86_64) ${webkit} Chrome/140.0.0.0 Safari/537.36 OPR/124.0.0.0`],
	['Firefox', 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'],
	['Firefox Android', 'Mozilla/5.0 (Android 15; Mobile; rv:140.0) Gecko/140.0 Firefox/140.0'],
	[
		'Firefox iOS',
		'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) FxiOS/140.0 Mobile/15E148 Safari/605.1',
	],
	['Safari', 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) Version/18.1 Safari/605.1.15'],
	['Safari iOS', 'Mozilla/5.0 (iPad; CPU OS 18_1 like Mac OS X) Version/18.1 Mobile/15E148 Safari/604.1'],
	[
		'Samsung Internet',
		`Mozilla/5.0 (Linux; Android 10; K) ${webkit} SamsungBrowser/28.0 Chrome/130.0.0.0 Safari/537.36`,
	],
	[
		'Android app',
		`Mozilla/5.0 (Linux; Android 14; Pixel 8; wv) ${webkit} Version/4.0 Chrome/142.0 Mobile Safari/537.36`,
	],
	[
		'iOS app',
		'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148',
	],
	['Internet Explorer', 'Mozilla/5.0 (Windows NT 6.1; Trident/7.0; rv:11.0) like Gecko'],
	['Googlebot', 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)'],
	[
		'Googlebot',
		`Mozilla/5.0 (Linux; Android 6.0.1) ${webkit} Chrome/142.0 Safari/537.36 (compatible; Googlebot/2.1)`,
	],
	['bingbot', 'Mozilla/5.0 (compatible; bingbot/2.0; +http://www.bing.com/bingbot.htm)'],
	['GPTBot', `Mozilla/5.0 ${webkit}; compatible; GPTBot/1.3; +https://openai.com/gptbot`],
	['UptimeRobot', 'Mozilla/5.0+(compatible; UptimeRobot/2.0; http://www.uptimerobot.com/)'],
	['Baiduspider', 'Mozilla/5.0 (compatible; Baiduspider/2.0; +http://www.baidu.com/search/spider.html)'],
	['facebookexternalhit', 'facebookexternalhit/1.1 (+http://www.facebook.com/externalhit_uatext.php)'],
	['ChatGPT-User', `Mozilla/5.0 ${webkit}; compatible; ChatGPT-User/1.0; +https://openai.com/bot`],
	['okhttp', 'okhttp/4.12.0'],
	['python-requests', 'python-requests/2.32.3'],
	['sqlmap', 'sqlmap/1.8.4#stable (https://sqlmap.org)'],
	['curl', 'curl/8.5.0'],
	['Shop', 'Shop/5.2.1 (com.example.shop; build:812; iOS 18.1.0) Alamofire/5.9.1'],
	['Dalvik', 'Dalvik/2.1.0 (Linux; U; Android 14; Pixel 8 Build/UQ1A)'],
	['other browser', 'Mozilla/5.0'],
	[null, '(compatible)'],
	[null, ''],
] as const) {
	test(`finds the family ${family} of ${JSON.stringify(agent)}`, t => {
		t.is(agentFamily(agent), family);
	});
}

test('a long family ends with a whole character', t => {
	t.is(agentFamily(`a${'\u{1f389}'.repeat(60)}`), `a${'\u{1f389}'.repeat(39)}`);
});

test('a missing user agent has no family', t => {
	t.is(agentFamily(null), null);
});

test('a long user agent takes no longer than its beginning', t => {
	const start = performance.now();
	for (let n = 0; n < 100; n++) {
		agentFamily(`Mozilla/5.0 ${'Android Chrome '.repeat(4000)}${n}`);
		agentFamily(`${n} Mozilla/${'a.'.repeat(30_000)}`);
	}
	t.true(performance.now() - start < 2000);
});

test('hostile: invented names and versions are short, and keep no long user agent in memory', async t => {
	t.is(agentFamily(`${'x'.repeat(400)}-bot/${'9'.repeat(10_000)}`)?.length, 44);
	t.is(agentFamily(`${'x'.repeat(400)}/${'9'.repeat(10_000)}`)?.length, 40);
	await collectGarbage();
	const before = process.memoryUsage().heapUsed;
	const families = Array.from({length: 2000}, (_, n) =>
		agentFamily(Buffer.from(`a-program-with-the-name-${n}/1 ${'9'.repeat(50_000)}`).toString('latin1')),
	);
	await collectGarbage();
	const used = process.memoryUsage().heapUsed - before;
	t.is(new Set(families).size, 2000);
	t.true(used < 10_000_000, `${used} bytes`);
});

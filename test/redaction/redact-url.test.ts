import test from 'ava';
import fc from 'fast-check';
import {redactUrl} from '../../source/redaction/redact-url.js';

const urls: ReadonlyArray<readonly [url: string, shown: string]> = [
	['/en/?p=2', '/en/?p=2'],
	['*', '*'],
	['', ''],
	['/?token=abc&p=2', '/?token=REDACTED&p=2'],
	['/?p=2&to%6ben=abc', '/?p=2&to%6ben=REDACTED'],
	['/?token=', '/?token='],
	['/?token', '/?token'],
	['/?token=a=b', '/?token=REDACTED'],
	['/?token=a;b', '/?token=REDACTED'],
	['/?a=1;token=b;c=2', '/?a=1;token=REDACTED'],
	['/?user[password]=x&q=shoes', '/?user[password]=REDACTED&q=shoes'],
	['/cart;jsessionid=ABC/items?p=1', '/cart;jsessionid=REDACTED/items?p=1'],
	['/callback#access_token=abc&state=1', '/callback#access_token=REDACTED&state=1'],
	['https://alice:pw@shop.example/en/', 'https://REDACTED@shop.example/en/'],
	['//alice@shop.example/', '//REDACTED@shop.example/'],
	['/login?next=/reset?token=abc', '/login?next=/reset?token=REDACTED'],
	['/login?next=%2Freset%3Ftoken%3Dabc', '/login?next=%2Freset%3Ftoken%3DREDACTED'],
	['/login?next=%252Freset%253Ftoken%253Dabc', '/login?next=%252Freset%253Ftoken%253DREDACTED'],
	['/go?to=https%3A%2F%2Fu%3Ap%40shop.example%2F', '/go?to=https%3A%2F%2FREDACTED%40shop.example%2F'],
	['/unsubscribe/alice@example.org', '/unsubscribe/REDACTED'],
	['/unsubscribe/alice%40example.org', '/unsubscribe/REDACTED'],
	['/img/logo@2x.png', '/img/logo@2x.png'],
	['/npm/react@18.2.0/index.js', '/npm/react@18.2.0/index.js'],
	['/auth/eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.c2ln', '/auth/REDACTED'],
	['/whois?ip=203.0.113.9', '/whois?ip=203.0.113.0'],
	['http://203.0.113.9:8080/en/', 'http://203.0.113.0:8080/en/'],
	['/search?q=caf%C3%A9%20noir', '/search?q=caf%C3%A9%20noir'],
];

for (const [url, shown] of urls) {
	test(`${url || 'nothing'} is shown as ${shown || 'nothing'}`, t => {
		t.is(redactUrl(url), shown);
	});
}

test('whatever stands in the value of a secret parameter, wherever that is, nothing of it is left', t => {
	const value = fc
		.tuple(fc.string({unit: 'binary', maxLength: 6}), fc.string({unit: 'binary', maxLength: 6}))
		.map(([before, after]) => `${before}S3CRET${after}`.replaceAll(/[&#]/g, ''));
	const name = fc.constantFrom('token', 'api_key', 'Password', 'to%6Ben', 'user[email]', 'sid');
	const other = fc.webUrl({withQueryParameters: true, withFragments: true});
	const wrapping = fc.constantFrom<(text: string) => string>(
		text => text,
		text => `/?next=${encodeURIComponent(text)}`,
		text => `https://u:S3CRET@shop.example/?next=${encodeURIComponent(encodeURIComponent(text))}`,
		text => `/a;b/c?x=1;y=2&z=${text.replaceAll('&', '%26').replaceAll('#', '%23')}`,
	);
	fc.assert(
		fc.property(
			other,
			name,
			value,
			wrapping,
			fc.constantFrom('?', '&', '#', ';'),
			(url, key, text, wrap, sign) => {
				const whole = wrap(`${url}${sign}${key}=${text.replace(/\p{Surrogate}/gu, '')}`);
				const shown = redactUrl(whole);
				t.false(shown.includes('S3CRET'), `${whole} is shown as ${shown}`);
			},
		),
		{numRuns: 1000},
	);
});

test('what looks like nothing of the kind stays as it is', t => {
	const word = fc
		.stringMatching(/^[a-z]{1,3}\d{0,3}$/)
		.filter(
			text =>
				!/^(?:key|pin|sid|otp|cvv|cvc|ssn|mfa|tel|pwd|sig|otc|jwt)/.test(text) &&
				!/(?:key|sid)$/.test(text) &&
				!/^eyj/i.test(text),
		);
	fc.assert(
		fc.property(fc.array(word), fc.array(fc.tuple(word, word)), (path, parameters) => {
			const url = `/${path.join('/')}?${parameters.map(pair => pair.join('=')).join('&')}`;
			t.is(redactUrl(url), url);
		}),
	);
});

test('a long target of nothing but signs takes no time', t => {
	for (const sign of ['/', '&', '=', ';', '%', '%25', '@', 'a=', '?a=', ':', '1.', 'a@', '//']) {
		const before = process.cpuUsage().user;
		redactUrl(sign.repeat(65_536 / sign.length));
		t.true((process.cpuUsage().user - before) / 1000 < 1000, sign);
	}
});

import test from 'ava';
import fc from 'fast-check';
import {EntryRedactor} from '../../source/redaction/redact-entry.js';
import {SecretNames} from '../../source/redaction/secret-name.js';
import {forAll} from '../helpers/for-all.js';

const secretNames = new SecretNames();
const redactor = new EntryRedactor(secretNames);

function redactUrl(text: string): string {
	return redactor.texts.redact(text, 'url');
}

function redactText(text: string): string {
	return redactor.texts.redact(text, 'text');
}

function redactHost(text: string): string {
	return redactor.texts.redact(text, 'host');
}

const urls: ReadonlyArray<readonly [url: string, shown: string]> = [
	['/en/?p=2', '/en/?p=2'],
	['*', '*'],
	['', ''],
	['/?token=abc&p=2', '/?token=REDACTED&p=2'],
	['/?p=2&to%6ben=abc', '/?p=2&to%6ben=REDACTED'],
	['/?token=', '/?token='],
	['/?token', '/?token'],
	['/?token=a=b', '/?token=REDACTED'],
	['/?%5Ctoken=a&q=%255Ctoken=b', '/?%5Ctoken=REDACTED&q=%255Ctoken=REDACTED'],
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
	['/?variables={"token":"S3","page":2}', '/?variables={"token":"REDACTED","page":2}'],
	[
		'/?v=%7B%22token%22%3A%22S3%22%2C%22n%22%3A1%7D&p=2',
		'/?v=%7B%22token%22%3A%22REDACTED%22%2C%22n%22%3A1%7D&p=2',
	],
	['/?v=%7B%22pin%22%3A1234%2C%22n%22%3A1%7D', '/?v=%7B%22pin%22%3A%22REDACTED%22%2C%22n%22%3A1%7D'],
	['/?v={"user":{"id":"S3"},"n":1}', '/?v={"user":"REDACTED","n":1}'],
	['/?v={"a":"/x?token=S3&b=1","c":2}&p=2', '/?v={"a":"/x?token=REDACTED&b=1","c":2}&p=2'],
	['/?next=%2Fa%3Ftoken%3DS3%26b%3D2&c=3', '/?next=%2Fa%3Ftoken%3DREDACTED%26b%3D2&c=3'],
	['u:S3@shop.example:443', 'REDACTED@shop.example:443'],
	['auth.shop.example:443', 'auth.shop.example:443'],
	['/fetch/https://u:S3@shop.example/x?p=1', '/fetch/https://REDACTED@shop.example/x?p=1'],
	['/fetch/u:S3@shop.example/x', '/fetch/REDACTED@shop.example/x'],
	['shop:S3@shop.example/x', 'REDACTED@shop.example/x'],
	['/?dsn=mysql%3A%2F%2Froot%3AS%2F3%40db%2Fx&p=2', '/?dsn=REDACTED&p=2'],
	['/?url=mysql%3A%2F%2Froot%3AS%2F3%40db%2Fx&p=2', '/?url=mysql%3A%2F%2FREDACTED%40db%2Fx&p=2'],
	['/whois/203%2E0%2E113%2E9', '/whois/203%2E0%2E113%2E0'],
	['/(S(S3))/default.aspx', '/(REDACTED)/default.aspx'],
	["/?$filter=token%20eq%20'S3'&b=1", "/?$filter=token%20eq%20'REDACTED'&b=1"],
	['/?a=true&auth=true&code=404', '/?a=true&auth=true&code=404'],
	['/?code=H12', '/?code=H12'],
	['/cb?code=a&state=8f3a1b2c9d', '/cb?code=REDACTED&state=REDACTED'],
	[
		'/issues?state=closed&sort_key=price&country_code=DE',
		'/issues?state=closed&sort_key=price&country_code=DE',
	],
	['/password/reset/8f3a1b2c9d/edit', '/password/reset/REDACTED/edit'],
	['/tokens/list', '/tokens/list'],
	['/login/app.8f3a2b1c.css', '/login/app.8f3a2b1c.css'],
	['/keyboards/mx3s2b4k', '/keyboards/mx3s2b4k'],
	['/auth/oauth2/step-2-of-3/index2.html', '/auth/oauth2/step-2-of-3/index2.html'],
	['/services/T0123/B4567/S3S3S3', '/services/T0123/B4567/REDACTED'],
	['/bot1234567890:AAS3S3S3S3S3S3S3S3S3S3/sendMessage', '/botREDACTED/sendMessage'],
	['/?q=AKIAIOSFODNN7EXAMPLE', '/?q=REDACTED'],
	['/?q=ghp_S3S3S3S3S3S3S3S3S3S3S3&p=2', '/?q=REDACTED&p=2'],
	['/?q=4111-1111-1111-1111', '/?q=REDACTED'],
	['/?q=4111-1111-1111-1112', '/?q=4111-1111-1111-1112'],
	['/sk-hotel-v-centre-bratislavy-2', '/sk-hotel-v-centre-bratislavy-2'],
	['/glass-coffee-table-with-shelf', '/glass-coffee-table-with-shelf'],
	['/figma_components_library_v2_2026', '/figma_components_library_v2_2026'],
	['/s.internationalconference', '/s.internationalconference'],
	['/AC0123456789abcdef0123456789abcdef', '/AC0123456789abcdef0123456789abcdef'],
	['/verify?8f3a1b2c9d&a=1', '/verify?REDACTED&a=1'],
	['/verify?id=8f3a1b2c9d', '/verify?id=8f3a1b2c9d'],
	['/verify/email#8f3a1b2c9d', '/verify/email#REDACTED'],
	['/reset//kXqzVbwMtr', '/reset//REDACTED'],
	['/reset/$2y$10$kXqzVbwMtr', '/reset/REDACTED'],
	['/x?confirmation=kXqzVbwMtr&reset=now', '/x?confirmation=REDACTED&reset=now'],
	['/#/join/kXqzVbwMtr', '/#/join/REDACTED'],
	['/auth/v1/users/verify/by/email/kxqzvbwmtr', '/auth/v1/users/verify/by/email/REDACTED'],
	['/joinery/kxqzvbwmtr', '/joinery/kxqzvbwmtr'],
	['/share/caf%C3%A9-m%25C3%25BCnchen', '/share/caf%C3%A9-m%25C3%25BCnchen'],
	['/?filter=token~eq~S3S3&p=2', '/?filter=token~eq~REDACTED&p=2'],
	["/?token'=S3", "/?token'=REDACTED"],
	['/?{token}=S3', '/?{token}=REDACTED'],
	['/?tok%c1%a5n=S3', '/?tok%c1%a5n=REDACTED'],
	['/?contrase%F1a=S3', '/?contrase%F1a=REDACTED'],
	['/?contrase#C3#B1a=S3&b=#09pin=S3#0AS3', '/?contrase#C3#B1a=REDACTED&b=#09pin=REDACTED'],
	['/?token=a#C3#A9S3#22S3&b=#fact', '/?token=REDACTED&b=#fact'],
	['/?token=S3#top', '/?token=REDACTED#top'],
	['/?_wpnonce=S3&token_type=bearer', '/?_wpnonce=REDACTED&token_type=bearer'],
	['/?newpass=S3&bypass=1', '/?newpass=REDACTED&bypass=1'],
];

for (const [url, shown] of urls) {
	test(`${url || 'nothing'} is shown as ${shown || 'nothing'}`, t => {
		t.is(redactUrl(url), shown);
	});
}

test('hides random-looking names below a secret name', t => {
	for (const [text, shown] of [
		['{"sessions.8f3a1b2c9d":{"x":1}}', '{"sessions.REDACTED":"REDACTED"}'],
		['{"a.tokens.8f3a1b2c9d.hits": 1}', '{"a.tokens.REDACTED.hits": "REDACTED"}'],
		['{"log":"{\\"sessions.8f3a1b2c9d\\":1}"}', '{"log":"{\\"sessions.REDACTED\\":\\"REDACTED\\"}"}'],
		['method=GET sessions.8f3a1b2c9d=1', 'method=GET sessions.REDACTED=REDACTED'],
		['{"build.8f3a1b2c9d":1,"session.count":2}', '{"build.8f3a1b2c9d":1,"session.count":2}'],
	] as const) {
		t.is(redactText(text), shown);
	}
});

test('removes the whole value of a secret parameter, regardless of its content and position', t => {
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
	forAll(
		1000,
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
	);
});

test('leaves harmless URLs unchanged', t => {
	const word = fc
		.stringMatching(/^[a-z]{1,3}\d{0,3}$/)
		.filter(text => !secretNames.has(text) && !/^eyj/i.test(text));
	forAll(100, fc.array(word), fc.array(fc.tuple(word, word)), (path, parameters) => {
		const url = `/${path.join('/')}?${parameters.map(pair => pair.join('=')).join('&')}`;
		t.is(redactUrl(url), url);
	});
});

const texts: ReadonlyArray<readonly [text: string, shown: string]> = [
	['{"log":"{\\"password\\":\\"S3\\",\\"n\\":1}"}', '{"log":"{\\"password\\":\\"REDACTED\\",\\"n\\":1}"}'],
	['{"log":"{\\"pin\\":1234,\\"n\\":1}"}', '{"log":"{\\"pin\\":\\"REDACTED\\",\\"n\\":1}"}'],
	['{\\x22token\\x22:\\x22S3\\x22,\\x22n\\x22:1}', '{\\x22token\\x22:\\x22REDACTED\\x22,\\x22n\\x22:1}'],
	['{"\\u0074oken":"S3","n":1}', '{"\\u0074oken":"REDACTED","n":1}'],
	['{"session":{"id":"S3","n":[1]},"n":1}', '{"session":"REDACTED","n":1}'],
	['{"session":{},"user":"","auth":null,"token":"-"}', '{"session":{},"user":"","auth":null,"token":"-"}'],
	[
		'[{"name":"Cookie","value":"S3"},{"name":"Host","value":"x"}]',
		'[{"name":"Cookie","value":"REDACTED"},{"name":"Host","value":"x"}]',
	],
	['level=info token="S3 S3" n=1', 'level=info token="REDACTED" n=1'],
	["{'token': 'S3', 'n': 1}", "{'token': 'REDACTED', 'n': 1}"],
	[':token=>"S3", :n=>1', ':token=>"REDACTED", :n=>1'],
	['Session ID: S3, n: 1', 'Session ID: REDACTED, n: 1'],
	['{"token":          "S3"}', '{"token":          "REDACTED"}'],
	['["Host","x","Cookie","a=S3","Accept","y"]', '["Host","x","Cookie","REDACTED","Accept","y"]'],
	["('password', 'S3')", "('password', 'REDACTED')"],
	[
		'{"name":"password","type":"string","value":"S3"}',
		'{"name":"password","type":"string","value":"REDACTED"}',
	],
	['<input value="S3" name="token">', '<input value="REDACTED" name="token">'],
	['<meta name="csrf-token" content="S3">', '<meta name="csrf-token" content="REDACTED">'],
	['<entry name="password">S3</entry>', '<entry name="password">REDACTED</entry>'],
	['<name>password</name><value>S3</value>', '<name>password</name><value>REDACTED</value>'],
	['s:5:"token";s:2:"S3";', 's:5:"token";s:2:"REDACTED";'],
	['password="a""S3" n=1', 'password="REDACTED" n=1'],
	['token=(a, S3) n=1', 'token=REDACTED n=1'],
	["run --token 'S3'", "run --token 'REDACTED'"],
	['the password is S3S3S3', 'the password is REDACTED'],
	['the password is wrong', 'the password is wrong'],
	[
		'user "S3": password mismatch, client: 203.0.113.0',
		'user "REDACTED": password mismatch, client: 203.0.113.0',
	],
	['AH01618: user S3 not found: /', 'AH01618: user REDACTED not found: /'],
	['203.0.113.0 - S3 [2026-11-20T09:03:07Z] "GET /', '203.0.113.0 - REDACTED [2026-11-20T09:03:07Z] "GET /'],
	[
		'S3.isp.example - - [20/Nov/2026:09:03:07 +0000] "GET /',
		'REDACTED - - [20/Nov/2026:09:03:07 +0000] "GET /',
	],
	[
		'-----BEGIN RSA PRIVATE KEY-----\\nS3S3\\n-----END RSA PRIVATE KEY-----',
		'-----BEGIN RSA PRIVATE KEY-----REDACTED-----END RSA PRIVATE KEY-----',
	],
	['password = S3, n = 1', 'password = REDACTED, n = 1'],
	['<r><password>S3</password><n>1</n></r>', '<r><password>REDACTED</password><n>1</n></r>'],
	['Cookie: S3', 'Cookie: REDACTED'],
	['cookie: "a=1; b=S3", host: "x"', 'cookie: "REDACTED", host: "x"'],
	['Cookie: a=1; b=S3, host: x', 'Cookie: REDACTED, host: x'],
	['Authorization: Token S3', 'Authorization: Token REDACTED'],
	['sid=S3; theme=dark', 'sid=REDACTED; theme=dark'],
	['Authorization: Digest username="S3", response="S3"', 'Authorization: Digest REDACTED'],
	['authorization=Token S3 n=1', 'authorization=Token REDACTED n=1'],
	['cookie=a=S3; b=S3 n=1', 'cookie=REDACTED n=1'],
	['{"h":"Host: x\\r\\nCookie: S3\\r\\nAccept: y"}', '{"h":"Host: x\\r\\nCookie: REDACTED\\r\\nAccept: y"}'],
	['[["Cookie","S3"],["Host","x"]]', '[["Cookie","REDACTED"],["Host","x"]]'],
	['["user","admin","guest"]', '["user","admin","guest"]'],
	['<key>S3</key>', '<key>REDACTED</key>'],
	['<key>ab4cd5ef6</key><size>5</size>', '<key>REDACTED</key><size>5</size>'],
	['<Key>photos/cat.jpg</Key><Size>5</Size>', '<Key>photos/cat.jpg</Key><Size>5</Size>'],
	['[{"name":"пароль_1","value":"S3"}]', '[{"name":"пароль_1","value":"REDACTED"}]'],
	['{"value":"S3","name":"password"}', '{"value":"REDACTED","name":"password"}'],
	['<input name="password" value="S3">', '<input name="password" value="REDACTED">'],
	['<token><![CDATA[S3]]></token>', '<token>REDACTED</token>'],
	['form-data; name="password"\r\n\r\nS3\r\n', 'form-data; name="password"\r\n\r\nREDACTED\r\n'],
	['the token is "S3 S3".', 'the token is "REDACTED".'],
	['run --password S3 --n 1', 'run --password REDACTED --n 1'],
	['token := S3', 'token := REDACTED'],
	['密码：S3', '密码：REDACTED'],
	['"{""token"":""S3"",""n"":1}"', '"{""token"":""REDACTED"",""n"":1}"'],
	['dsl-203-0-113-9.isp.example ip-203-0-113-9', 'dsl-0-0-113-0.isp.example ip-0-0-113-0'],
	['9.113.0.203.in-addr.arpa', '0.113.0.0.in-addr.arpa'],
	['2001-db8-1-2-3-4-5-9.isp.example', '2001-db8-1-0-0-0-0-0.isp.example'],
	['203-0-113-9.isp.example 2026-11-20-13.log', '0-0-113-0.isp.example 2026-11-20-13.log'],
	['to\\u{6b}en=S3 eyAidG9rZW4iOiJTMyJ9', 'to\\u{6b}en=REDACTED REDACTED'],
	['at 2026-11-20, call 0043-1-23', 'at 2026-11-20, call 0043-1-23'],
	['dsn root:S3@tcp(db:3306)/shop', 'dsn REDACTED@tcp(db:3306)/shop'],
	['Proxy/203.0.113.9 Chrome/120.0.0.0', 'Proxy/203.0.113.0 Chrome/120.0.0.0'],
	['upstream: auth:8080', 'upstream: auth:8080'],
	['basic authentication is needed', 'basic authentication is needed'],
	[
		'203.0.113.9 S3 alice [05/Nov/2025:09:00:00 +0000] "GET / HTTP/1.1"',
		'203.0.113.0 REDACTED REDACTED [05/Nov/2025:09:00:00 +0000] "GET / HTTP/1.1"',
	],
	['203.0.113.9 - - [05/Nov/2025:09:00:00 +0000]', '203.0.113.0 - - [05/Nov/2025:09:00:00 +0000]'],
	[
		'"GET /?token= HTTP/1.1" 200 5 "https://x.example/?key=" "curl"',
		'"GET /?token= HTTP/1.1" 200 5 "https://x.example/?key=" "curl"',
	],
	[`{"n":"${'\\'.repeat(4096)}"}`, `{"n":"REDACTED"}`],
];

for (const [text, shown] of texts) {
	test(`in a line, ${text.slice(0, 80)} is shown as ${shown}`, t => {
		t.is(redactText(text), shown);
		t.is(redactText(shown), shown);
	});
}

test('hides the whole value in typographic quotes', t => {
	for (const text of ['token=“a S3” n=1', '“token”: “a S3”', 'token=«a S3»', '‘token’: ‘a S3’']) {
		t.notRegex(redactText(text), /S3/, text);
	}
});

test('hides the address in a host name', t => {
	t.is(redactHost('2001-db8--9.isp.example:8080'), '2001-db8--.isp.example:8080');
	t.is(redactHost('dsl-203-0-113-9.isp.example'), 'dsl-0-0-113-0.isp.example');
	t.is(redactHost('x.3.2.1.0.0.0.8.b.d.0.1.0.0.2.ip6.arpa'), 'x.0.0.1.0.0.0.8.b.d.0.1.0.0.2.ip6.arpa');
});

test('handles names and values in other scripts', t => {
	t.is(redactText('né 密码=S3 ü="ö" 😀 token="é😀S3é" ü'), 'né 密码=REDACTED ü="ö" 😀 token="REDACTED" ü');
	t.is(redactUrl('/é?token=é😀&q=ü😀'), '/é?token=REDACTED&q=ü😀');
});

/** Strings that might take long. Each is repeated up to 64 KiB. */
const hostile =
	`/ & = ; % %25 @ a= ?a= : 1. a@ // token= token: token:{ token:[ "token":{ "token":" 'token':' " ' \\ \\" \\\\ \\u005c %5c &amp; &quot; # #22
	<token> <token <a://b:c a://b:c a://b:c/ a://b:c@ u:p@ =>" token=>{ "value": {"name":"token","value": [20/Nov/2026: bearer  eyJ eyJa. {{ }} [[ (( ,, a,
	::1 :: fe80: \\x22token\\x22: %22token%22: é token=é 密码= aaaaaaaa= password\\" token=a\\", Cookie:, cookie:a,b:`.split(
		/\s+/,
	);

test('redacts long strings of repeated punctuation quickly', t => {
	for (const sign of [
		...hostile,
		' token= ',
		'" [20/Nov/2026:',
		'bearer ',
		'a is "',
		'a eq ',
		'/(S(',
		'-token ',
		'--a ',
		'token : ',
		'{"name":"token", "value":',
		'reset',
		'\\',
		'/reset/a1b2c3d4',
		'4111 ',
		'-----BEGIN PRIVATE KEY-----',
		'user "',
		'token=(',
		'<key>a</key>',
		'"Cookie","',
		'state=',
		'“',
		'1-2-3-4.a',
		'1.2.3.4.a',
		'/reset?',
		'/share/aB3-',
		'resetresetreset/',
		'sk-a-',
		'sk-',
		'xoxb-',
		'0123456789abcdef',
		'aB3',
		'gl_',
		'1:A',
		's.aB3',
		'SG.',
		'eyJ',
		'a.1.2.3.4.ip6.',
		'/a-b-1.2.3.4',
		'#C3#A9',
		'#23',
		'a.',
	]) {
		for (const redact of [redactUrl, redactText, redactHost]) {
			const many = sign.repeat(65_536 / sign.length);
			for (const text of [many, `{"a":"${many}`, `/"?token=${many}`]) {
				const before = process.cpuUsage().user;
				redact(text);
				const took = (process.cpuUsage().user - before) / 1000;
				t.true(took < 1000, `${sign}: ${took} ms`);
			}
		}
	}
});

test('redacts a line quickly even if its field values occur everywhere in it', t => {
	for (const [url, rest] of [
		[`/?token=${'a'.repeat(30_000)}`, 'a'.repeat(30_000)],
		[`/${'a'.repeat(20_000)}?token=b`, `/${'a'.repeat(40_000)}`],
		['/?token=a', '/?token=a'.repeat(7000)],
		[`/?token=${'%25'.repeat(10_000)}`, '%25'.repeat(10_000)],
	] as const) {
		const before = process.cpuUsage().user;
		redactor.line(Buffer.from(`"GET ${url} HTTP/1.1" ${rest}`), {url, user: 'a', referer: url});
		const took = (process.cpuUsage().user - before) / 1000;
		t.true(took < 1000, `${url.slice(0, 20)}: ${took} ms`);
	}
});

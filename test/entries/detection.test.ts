import test from 'ava';
import {EntryRecord, noRequest, unread} from '../../source/entries/entry-record.js';
import {formats} from '../../source/entries/formats.js';
import {LineReader} from '../../source/entries/line-reader.js';
import {sampleLines} from '../helpers/arbitrary-lines.js';

process.env.TZ = 'UTC';

/** What other programs log, some of it about requests. None of it is a line of an access log. */
const noise: Readonly<Record<string, readonly string[]>> = {
	'nginx, errors': [
		'2026/11/20 09:03:07 [error] 31#31: *7 open() "/srv/shop/favicon.ico" failed (2: No such file or directory), client: 203.0.113.7, server: shop.example, request: "GET /favicon.ico HTTP/1.1", host: "shop.example", referrer: "https://shop.example/"',
		'2026/11/20 09:03:07 [error] 31#31: *8 connect() failed (111: Connection refused) while connecting to upstream, client: 203.0.113.7, server: shop.example, request: "POST /en/checkout HTTP/2.0", upstream: "http://10.0.0.5:8080/en/checkout", host: "shop.example"',
		'2026/11/20 09:03:07 [warn] 31#31: *9 an upstream response is buffered to a temporary file /var/cache/nginx/1 while reading upstream',
		'2026/11/20 09:03:07 [notice] 1#1: signal 15 (SIGTERM) received, exiting',
		'/docker-entrypoint.sh: Configuration complete; ready for start up',
	],
	'Apache, errors': [
		'[Fri Nov 20 09:03:07.123456 2026] [core:error] [pid 4711:tid 140] (13)Permission denied: [client 203.0.113.7:50112] AH00035: access to /private denied',
		'[Fri Nov 20 09:03:07.123456 2026] [mpm_event:notice] [pid 1:tid 1] AH00489: Apache/2.4.62 (Debian) configured -- resuming normal operations',
		'[Fri Nov 20 09:03:07 2026] [error] [client 203.0.113.7] File does not exist: /srv/shop/robots.txt, referer: https://shop.example/',
		"AH00558: apache2: Could not reliably determine the server's fully qualified domain name, using 172.17.0.2. Set the 'ServerName' directive globally to suppress this message",
	],
	'stack traces': [
		'Traceback (most recent call last):',
		'  File "/srv/shop/app.py", line 42, in handle',
		'    return self.render(request, status=200)',
		'ValueError: invalid literal for int() with base 10: "GET / HTTP/1.1"',
		'Exception in thread "main" java.lang.IllegalStateException: GET /en/ 500',
		'\tat com.example.shop.Basket.add(Basket.java:118) [shop-1.0.jar:1.0]',
		'Caused by: java.net.SocketTimeoutException: Read timed out',
		'PHP Fatal error:  Uncaught Error: Call to undefined function price() in /srv/shop/index.php:12',
		'#0 {main}',
		'goroutine 17 [running]:',
		'',
		'}',
	],
	'applications, JSON': [
		'{"level":"info","time":1795161787123,"pid":17,"hostname":"shop-1","msg":"listening on 8080"}',
		'{"level":"error","ts":"2026-11-20T08:03:07Z","caller":"basket.go:42","msg":"no such article","status":"failed"}',
		'{"timestamp":"2026-11-20T08:03:07Z","severity":"INFO","message":"job done","duration_ms":52}',
		'{"@timestamp":"2026-11-20T08:03:07Z","event":{"action":"login"},"user":{"name":"ada"}}',
		'{"a":1}',
		'{}',
		'[1,2,3]',
	],
	'other programs, by syslog': [
		'Nov 20 09:03:07 web1 sshd[812]: Failed password for invalid user admin from 203.0.113.7 port 50112 ssh2',
		'Nov 20 09:03:07 web1 CRON[815]: (root) CMD (test -x /usr/sbin/anacron || run-parts --report /etc/cron.daily)',
		'<30>Nov 20 09:03:07 web1 systemd[1]: Started nginx.service - A high performance web server.',
		'<165>1 2026-11-20T09:03:07.003Z web1 postfix 4711 - - connect from unknown[203.0.113.7]',
		'2026-11-20T09:03:07.123456+00:00 web1 kernel: [12345.678901] TCP: request_sock_TCP: Possible SYN flooding on port 443.',
		'Nov 20 09:03:07 lb1 haproxy[4711]: Proxy web started.',
		'Nov 20 09:03:07 lb1 haproxy[4711]: Server web/app1 is DOWN, reason: Layer4 connection problem, info: "Connection refused", check duration: 0ms.',
		'2026-11-20T09:03:07.123456789Z stderr F time="2026-11-20T09:03:07Z" level=info msg="Configuration loaded" providerName=docker',
	],
	'applications, text': [
		'time="2026-11-20T09:03:07Z" level=error msg="Router uses a non-existent resolver" routerName=shop@docker',
		'2026-11-20 09:03:07,123 INFO  [main] c.e.shop.Application - Started in 3.2 seconds',
		'[2026-11-20 09:03:07] production.ERROR: no such article {"exception":"[object] (Exception(code: 0))"}',
		'I, [2026-11-20T09:03:07.123456 #17]  INFO -- : Completed 200 OK in 52ms',
		"LOG:  statement: SELECT * FROM articles WHERE url = 'GET / HTTP/1.1'",
		'127.0.0.1:6379> GET basket',
		'GET / HTTP/1.1',
		'Host: shop.example',
	],
};

const read = (reader: LineReader, line: string): string => {
	const bytes = Buffer.from(line);
	const number = reader.read(bytes, 0, bytes.length, new EntryRecord());
	return number === unread || number === noRequest ? '' : (formats[number]?.name ?? '?');
};

for (const [who, lines] of Object.entries(noise)) {
	for (const line of lines) {
		test(`no request: ${who}: ${line.trim().slice(0, 60)}`, t => {
			t.is(read(new LineReader(), line), '');
			for (const {example} of formats) {
				const reader = new LineReader();
				read(reader, example);
				t.is(read(reader, line), '', `after ${example}`);
			}
		});
	}
}

const all = Object.values(noise).flat();
const first50 = Array.from({length: 50}, (_, index) => all[index % all.length] ?? '');

test('after 50 lines of noise each line is of the format that it is of by itself', t => {
	for (const line of [...formats.map(({example}) => example), ...sampleLines]) {
		const reader = new LineReader();
		for (const other of first50) {
			t.is(read(reader, other), '');
		}
		t.is(read(reader, line), read(new LineReader(), line), line);
		t.not(read(reader, line), '', line);
	}
});

test('and also with noise between any two of them', t => {
	const reader = new LineReader();
	for (const [index, {name, example}] of formats.entries()) {
		t.is(read(reader, example), name);
		t.is(read(reader, all[index % all.length] ?? ''), '');
		t.is(read(reader, example), name);
	}
});

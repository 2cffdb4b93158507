import test from 'ava';
import type {LogFieldName} from '../../source/query/log-field-name.js';
import {makeRedaction} from '../../source/redaction/redaction.js';

const redaction = makeRedaction(true, ['order ref']);

for (const [name, shown] of [
	['anna@shop.example', 'REDACTED'],
	['members.anna@shop.example', 'REDACTED'],
	['198.51.100.7', '198.51.100.0'],
	['seen.198.51.100.7.count', 'seen.198.51.100.0.count'],
	['shards.5.198.51.100.7', 'shards.REDACTED'],
	['seen.2001:db8:1:2::9.count', 'seen.2001:db8:1::.count'],
	['cards.4111111111111111.n', 'cards.REDACTED.n'],
	['4111 1111 1111 1111', 'REDACTED'],
	['akiaiosfodnn7example', 'REDACTED'],
	['keys.AKIAIOSFODNN7EXAMPLE.uses', 'keys.REDACTED.uses'],
	['by.ghp_abcdefghijklmnopqrstuvwx0123', 'by.REDACTED'],
	['eyjhbgcioijiuzi1nij9.eyjzdwiioixmjm0nty3ody5mx.sflkxwrjsmekkf2qt4', 'REDACTED'],
	['token=s3cretvalue', 'token=REDACTED'],
	['headers.x-token: s3cretvalue', 'headers.x-token: REDACTED'],
	['https://anna:s3cret@shop.example/', 'https://REDACTED@shop.example/'],
	['/password/reset/8f3a1b2c9d', '/password/reset/REDACTED'],
	['/a?key%3Ds3cretvalue', '/a?key%3DREDACTED'],
	['sessions.8f3a1b2c9d.hits', 'sessions.REDACTED.hits'],
	['order_ref.8f3a1b2c9d', 'order_ref.REDACTED'],
	['x'.repeat(257), 'REDACTED'],
	['session.id', 'session.id'],
	['request.headers.x-forwarded-for', 'request.headers.x-forwarded-for'],
	['user.name', 'user.name'],
	['http_user_agent', 'http_user_agent'],
	['ssl_client_s_dn', 'ssl_client_s_dn'],
	['kubernetes.labels.app.kubernetes.io/name', 'kubernetes.labels.app.kubernetes.io/name'],
	['upstream_response_time', 'upstream_response_time'],
	['@timestamp', '@timestamp'],
	['basic.auth.sha256', 'basic.auth.sha256'],
	['__proto__', '__proto__'],
	['tls.version.1.2', 'tls.version.1.2'],
] as const) {
	test(`the name ${name} is shown as ${shown}`, t => {
		t.is(redaction.shownField(`@${name}`), `@${shown}`);
	});
}

test('names are hidden in searches, lists of columns and messages, also unfinished ones', t => {
	for (const [text, shown] of [
		['@"seen.198.51.100.7":x status:200', '@seen.198.51.100.0:x status:200'],
		['-@"sessions.8f3a1b2c9d":x OR @tenant:acme', '-@sessions.REDACTED:"REDACTED" OR @tenant:acme'],
		['@akiaiosfodnn7example:', '@REDACTED:'],
		['(@akiaiosfodnn7example', '(@REDACTED'],
		['@"akiaiosfodnn7example', '@REDACTED'],
		['status,@akiaiosfodnn7example:20,url', 'status,@REDACTED:20,url'],
		['write @akiaiosfodnn7example:*, or @"x y"', 'write @REDACTED:*, or @"x y"'],
	] as const) {
		t.is(redaction.shownText(text), shown);
	}
});

test('while the redaction is off, names are shown as logged', t => {
	const name: LogFieldName = '@anna@shop.example';
	t.is(makeRedaction(false, []).shownField(name), name);
});

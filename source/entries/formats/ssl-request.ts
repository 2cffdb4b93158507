import type {FormatReader} from '../format.js';
import {compilePattern} from '../pattern/compile-pattern.js';
import {clfTime, client, oneOf, other, request, size} from '../pattern/pieces.js';

const versions = ['TLSv1.3', 'TLSv1.2', 'TLSv1.1', 'TLSv1', 'SSLv3', '-'];

/** `ssl_request_log` of Apache's packaged configurations: `%t %h %{SSL_PROTOCOL}x %{SSL_CIPHER}x "%r" %b`. */
export const sslRequest: FormatReader = {
	begins: '[',
	formats: [
		{
			name: 'ssl_request',
			title: 'Apache’s ssl_request_log',
			escapes: 'clf',
			example:
				'[20/Nov/2026:09:03:07 +0100] 203.0.113.7 TLSv1.3 TLS_AES_256_GCM_SHA384 "GET /en/ HTTP/1.1" 4523',
		},
	],
	open: () =>
		compilePattern(
			[
				'[',
				clfTime,
				'] ',
				client,
				' ',
				oneOf('a version of TLS', versions),
				' ',
				other,
				' "',
				request,
				'" ',
				size,
			],
			'any',
		),
};

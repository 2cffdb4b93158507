import type {FormatReader} from '../format.js';
import {compilePattern} from '../pattern/compile-pattern.js';
import {firstOf} from '../pattern/first-of.js';
import {
	clfTime,
	client,
	host,
	method,
	other,
	referer,
	size,
	sureStatus,
	upstream,
	url,
	userAgent,
} from '../pattern/pieces.js';

const begin = ['[', clfTime, '] '];
const middle = [
	...[
		sureStatus,
		' - ',
		method,
		' ',
		other,
		' ',
		host,
		' "',
		url,
		'" [Client ',
		client,
		'] [Length ',
		size,
		']',
	],
	...[' [Gzip ', other, '] '],
];
const end = ['"', userAgent, '" "', referer, '"'];

/**
 * Nginx Proxy Manager's `proxy` and `standard` formats: of a proxy host, and of all else.
 * https://github.com/NginxProxyManager/nginx-proxy-manager/blob/develop/docker/rootfs/etc/nginx/conf.d/include/log.conf
 */
export const nginxProxyManager: FormatReader = {
	begins: '[',
	formats: [
		{
			name: 'nginx_proxy_manager',
			title: 'Nginx Proxy Manager',
			escapes: 'clf',
			example:
				'[20/Nov/2026:09:03:07 +0000] - 200 200 - GET https shop.example "/en/" [Client 203.0.113.7] [Length 1543] [Gzip 2.45] [Sent-to 10.0.0.15] "curl/8.5.0" "-"',
		},
	],
	open: () =>
		firstOf(
			compilePattern(
				[...begin, other, ' ', other, ' ', ...middle, '[Sent-to ', upstream, '] ', ...end],
				'any',
			),
			compilePattern([...begin, ...middle, ...end], 'any'),
		),
};

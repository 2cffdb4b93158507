import {closeBracket, comma, lowerM, lowerS, openBracket, quote, space} from '../../ascii.js';
import {type EntryRecord, spanOf} from '../entry-record.js';
import type {Format} from '../format.js';
import {skip} from '../unreadable.js';
import {isAddressAndPort} from '../values/client.js';
import {listEnd} from '../values/upstream-list.js';
import {
	closingQuote,
	decimalNumber,
	isNone,
	portColon,
	readSize,
	setNumber,
	setText,
	wholeNumber,
	wordEnd,
} from '../values/words.js';
import {readTimes, schemeEnd} from './clf-times.js';

/**
 * Reads the columns after the common or combined format, from the space at `position` on. Returns false, and leaves the record
 * unchanged, if they aren't the columns of this format.
 */
type ReadTail = (bytes: Buffer, position: number, end: number, record: EntryRecord) => boolean;

/** A format that consists of the common or combined format and further fields. */
type ClfTail = {readonly format: Format; readonly readTail: ReadTail};

/** `"$http_x_forwarded_for"` after the combined format, as in nginx's packaged configuration. Durations may follow. */
const nginxMain: ClfTail = {
	format: {
		name: 'nginx_main',
		label: 'nginx main',
		title: 'nginx with its packaged configuration',
		source: 'https://github.com/nginx/nginx/blob/master/conf/nginx.conf',
		remark: 'The list after the user agent has the forwarded addresses.',
		escapes: 'clf',
		example:
			'10.0.0.2 - - [20/Nov/2026:09:03:07 +0000] "GET /en/ HTTP/1.1" 200 4523 "-" "curl/8.5.0" "203.0.113.7, 10.0.0.1"',
	},
	readTail(bytes, position, end, record) {
		const start = position + 2;
		if (bytes[position + 1] !== quote || start >= end) {
			return false;
		}
		const textEnd = closingQuote(bytes, start, end);
		if (textEnd === -1 || !isList(bytes, start, textEnd)) {
			return false;
		}
		const isUpstream = textEnd > start && areServers(bytes, start, textEnd);
		setText(record, isUpstream ? spanOf.upstream : spanOf.forwardedFor, bytes, start, textEnd);
		readTimes(bytes, textEnd + 1, end, record, 'combined');
		return true;
	},
};

/** Ports of servers from 1024 on. Other ports may belong to clients: some proxies log them with the address. */
const serverPorts: ReadonlySet<number> = new Set([
	3000, 4000, 5000, 8000, 8080, 8081, 8443, 8888, 9000, 9090,
]);

/** Checks that each item of a list is an address with the port of a server. nginx-proxy logs `$upstream_addr` in this column. */
function areServers(bytes: Buffer, start: number, end: number): boolean {
	for (let at = start; at < end; ) {
		const itemEnd = wordEnd(bytes, at, end, comma);
		const colonAt = isAddressAndPort(bytes, at, itemEnd) ? portColon(bytes, at, itemEnd) : -1;
		const port = colonAt === -1 ? Number.NaN : wholeNumber(bytes, colonAt + 1, itemEnd);
		if (!(port < 1024 || serverPorts.has(port))) {
			return false;
		}
		at = bytes[itemEnd + 1] === space ? itemEnd + 2 : itemEnd + 1;
	}
	return true;
}

/**
 * Checks that `bytes[start, end)` is a list of addresses, or the log's `-`. The client can send anything as the start of the
 * list, but the last proxy appends an address.
 */
function isList(bytes: Buffer, start: number, end: number): boolean {
	const firstEnd = wordEnd(bytes, start, wordEnd(bytes, start, end, comma));
	if (start === end || isNone(bytes, start, end) || isAddressAndPort(bytes, start, firstEnd)) {
		return true;
	}
	const last = bytes.subarray(start, end).lastIndexOf(comma) + 1;
	return last > 0 && isAddressAndPort(bytes, start + last, end);
}

/**
 * Default of ingress-nginx: `$request_length $request_time [$proxy_upstream_name] [$proxy_alternative_upstream_name]
 * $upstream_addr $upstream_response_length $upstream_response_time $upstream_status $req_id` after the combined format.
 * https://kubernetes.github.io/ingress-nginx/user-guide/nginx-configuration/log-format/
 */
const ingressNginx: ClfTail = {
	format: {
		name: 'ingress_nginx',
		label: 'ingress-nginx',
		title: 'ingress-nginx of Kubernetes',
		source: 'https://kubernetes.github.io/ingress-nginx/user-guide/nginx-configuration/log-format/',
		remark: 'The time taken is `$request_time`, in s.',
		escapes: 'clf',
		example:
			'203.0.113.7 - - [20/Nov/2026:09:03:07 +0000] "GET /en/ HTTP/2.0" 200 4523 "-" "curl/8.5.0" 39 0.052 [shop-web-80] [] 10.0.50.80:8080 4523 0.049 200 752178adb17130b291aefd8c386279e7',
	},
	readTail(bytes, position, end, record) {
		const lengthEnd = wordEnd(bytes, position + 1, end);
		const timeEnd = wordEnd(bytes, lengthEnd + 1, end);
		if (timeEnd + 1 >= end || bytes[timeEnd + 1] !== openBracket) {
			return false;
		}
		const duration = decimalNumber(bytes, lengthEnd + 1, timeEnd, 1000);
		if (Number.isNaN(wholeNumber(bytes, position + 1, lengthEnd))) {
			return false;
		}
		if (Number.isNaN(duration)) {
			skip(record, 'durationMs', bytes, lengthEnd + 1, timeEnd);
		}
		setNumber(record, 'durationMs', duration, lengthEnd + 1, timeEnd);
		const nameEnd = wordEnd(bytes, timeEnd + 1, end);
		const alternativeEnd = wordEnd(bytes, nameEnd + 1, end);
		if (bytes[nameEnd - 1] === closeBracket && bytes[alternativeEnd - 1] === closeBracket) {
			setText(record, spanOf.upstream, bytes, alternativeEnd + 1, listEnd(bytes, alternativeEnd + 1, end));
		}
		return true;
	},
};

/**
 * `<number of requests> "<router>" "<server URL>" <duration>ms` after the combined format.
 * https://doc.traefik.io/traefik/observability/access-logs/
 */
const traefikClf: ClfTail = {
	format: {
		name: 'traefik_clf',
		title: 'Traefik',
		source: 'https://doc.traefik.io/traefik/observability/access-logs/',
		remark: 'The time taken is in ms.',
		escapes: 'clf',
		example:
			'203.0.113.7 - - [20/Nov/2026:09:03:07 +0000] "GET /en/ HTTP/2.0" 200 4523 "-" "-" 17 "shop@docker" "http://172.17.0.3:80" 12ms',
	},
	readTail(bytes, position, end, record) {
		const countEnd = wordEnd(bytes, position + 1, end);
		if (Number.isNaN(wholeNumber(bytes, position + 1, countEnd)) || bytes[countEnd + 1] !== quote) {
			return false;
		}
		const routerEnd = closingQuote(bytes, countEnd + 2, end);
		if (routerEnd === -1 || bytes[routerEnd + 1] !== space || bytes[routerEnd + 2] !== quote) {
			return false;
		}
		const server = routerEnd + 3;
		const serverEnd = closingQuote(bytes, server, end);
		if (serverEnd === -1 || bytes[serverEnd + 1] !== space || wordEnd(bytes, serverEnd + 2, end) !== end) {
			return false;
		}
		const isInMilliseconds = bytes[end - 2] === lowerM && bytes[end - 1] === lowerS;
		const duration = isInMilliseconds ? wholeNumber(bytes, serverEnd + 2, end - 2) : Number.NaN;
		if (Number.isNaN(duration)) {
			if (!bytes.subarray(server, serverEnd).includes('://')) {
				return false;
			}
			skip(record, 'durationMs', bytes, serverEnd + 2, end);
		}
		setText(record, spanOf.upstream, bytes, server, serverEnd);
		setNumber(record, 'durationMs', duration, serverEnd + 2, end - 2);
		return true;
	},
};

/** A duration, recognised by the rules of clf-times.ts. */
const timed: ClfTail = {
	format: {
		name: 'timed',
		label: 'combined, with duration',
		title: 'Apache with %D, nginx with $request_time at the end',
		source: 'https://httpd.apache.org/docs/2.4/mod/mod_log_config.html#formats',
		remark: 'See “Numbers after the known part”.',
		escapes: 'clf',
		example:
			'203.0.113.7 - - [20/Nov/2026:09:03:07 +0000] "GET /en/ HTTP/1.1" 200 4523 "-" "curl/8.5.0" 52311',
	},
	readTail: (bytes, position, end, record) => readTimes(bytes, position, end, record, 'combined'),
};

/**
 * Default of Nexus Repository, `%bytesSent %elapsedTime "%header{User-Agent}" [%thread]` after the common format, whose size is the
 * size of the request here.
 */
export const nexus: ClfTail = {
	format: {
		name: 'nexus',
		title: 'Nexus Repository, request.log',
		source: 'https://help.sonatype.com/en/logging.html',
		remark:
			'The time taken is in ms. The number before the size is the size of the request, so it is ignored.',
		escapes: 'clf',
		example:
			'203.0.113.7 - ada [20/Nov/2026:09:03:07 +0000] "GET /repository/shop/a.jar HTTP/1.1" 200 - 4523 12 "curl/8.5.0" [qtp1085283394-921]',
	},
	readTail(bytes, position, end, record) {
		const sizeEnd = wordEnd(bytes, position + 1, end);
		const durationEnd = wordEnd(bytes, sizeEnd + 1, end);
		const agent = durationEnd + 2;
		const duration = wholeNumber(bytes, sizeEnd + 1, durationEnd);
		if (Number.isNaN(duration) || bytes[agent - 1] !== quote) {
			return false;
		}
		const agentEnd = closingQuote(bytes, agent, end);
		const isThread = bytes[agentEnd + 2] === openBracket && bytes[end - 1] === closeBracket;
		if (agentEnd === -1 || !isThread || !readSize(bytes, position + 1, sizeEnd, record)) {
			return false;
		}
		setText(record, spanOf.userAgent, bytes, agent, agentEnd);
		setNumber(record, 'durationMs', duration, sizeEnd + 1, durationEnd);
		return true;
	},
};

/**
 * `$upstream_addr $upstream_status $upstream_response_time "$upstream_scheme://$upstream_host$upstream_uri"` after the combined
 * format, in which the host precedes the request and the duration follows the size.
 */
const apisix: ClfTail = {
	format: {
		name: 'apisix',
		title: 'Apache APISIX',
		source: 'https://github.com/apache/apisix/blob/master/conf/config.yaml.example',
		remark: 'The time taken is `$request_time`, in s.',
		escapes: 'clf',
		example:
			'203.0.113.7 - - [20/Nov/2026:09:03:07 +0000] shop.example "GET /en/ HTTP/1.1" 200 4523 0.012 "-" "curl/8.5.0" 10.0.0.5:8080 200 0.011 "http://shop.example/en/"',
	},
	readTail(bytes, position, end, record) {
		// Checked first, because all lines with a duration come here.
		if (record.spans[spanOf.host + 1] === 0) {
			return false;
		}
		const upstreamEnd = listEnd(bytes, position + 1, end);
		const statusEnd = listEnd(bytes, upstreamEnd + 1, end);
		const timeEnd = listEnd(bytes, statusEnd + 1, end);
		const url = timeEnd + 2;
		if (url >= end || bytes[url - 1] !== quote) {
			return false;
		}
		const urlEnd = closingQuote(bytes, url, end);
		if (urlEnd === -1 || !bytes.subarray(url, urlEnd).includes(schemeEnd)) {
			return false;
		}
		setText(record, spanOf.upstream, bytes, position + 1, upstreamEnd);
		return true;
	},
};

/** Formats with columns after the user agent, tried in this order, and `nexus`, which is the common format with columns. */
export const clfTails: readonly ClfTail[] = [nginxMain, ingressNginx, traefikClf, apisix, timed, nexus];

/** Index of `timed` in `clfTails`. */
export const timedTail = clfTails.indexOf(timed);

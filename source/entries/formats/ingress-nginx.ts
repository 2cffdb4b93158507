import {closeBracket, colon, comma, openBracket, space} from '../../ascii.js';
import {spanOf} from '../entry-record.js';
import {decimalNumber, setNumber, setText, wholeNumber, wordEnd} from '../values/words.js';
import type {ClfTail} from './clf-tail.js';

/**
 * The controller's default: `$request_length $request_time [$proxy_upstream_name] [$proxy_alternative_upstream_name]
 * $upstream_addr $upstream_response_length $upstream_response_time $upstream_status $req_id` after the combined format.
 * https://kubernetes.github.io/ingress-nginx/user-guide/nginx-configuration/log-format/
 */
export const ingressNginx: ClfTail = {
	format: {
		name: 'ingress_nginx',
		title: 'ingress-nginx of Kubernetes',
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
		if (Number.isNaN(wholeNumber(bytes, position + 1, lengthEnd)) || Number.isNaN(duration)) {
			return false;
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

/** End of a list like `10.0.0.1:80, 10.0.0.2:80 : 10.0.0.3:80`: of those that were tried, one after the other. */
const listEnd = (bytes: Buffer, start: number, end: number): number => {
	let position = wordEnd(bytes, Math.min(start, end), end);
	for (;;) {
		const isColon = bytes[position + 1] === colon && bytes[position + 2] === space && position + 3 < end;
		if (isColon) {
			position = wordEnd(bytes, position + 3, end);
		} else if (bytes[position - 1] === comma && position + 1 < end) {
			position = wordEnd(bytes, position + 1, end);
		} else {
			return position;
		}
	}
};

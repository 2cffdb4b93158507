import {lowerM, lowerS, quote, space} from '../../ascii.js';
import {spanOf} from '../entry-record.js';
import {closingQuote, setNumber, setText, wholeNumber, wordEnd} from '../values/words.js';
import type {ClfTail} from './clf-tail.js';

/**
 * `<number of requests> "<router>" "<server URL>" <duration>ms` after the combined format.
 * https://doc.traefik.io/traefik/observability/access-logs/
 */
export const traefikClf: ClfTail = {
	format: {
		name: 'traefik_clf',
		title: 'Traefik',
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
		const durationEnd = end - 2;
		if (serverEnd === -1 || bytes[durationEnd] !== lowerM || bytes[durationEnd + 1] !== lowerS) {
			return false;
		}
		const duration = wholeNumber(bytes, serverEnd + 2, durationEnd);
		if (Number.isNaN(duration)) {
			return false;
		}
		setText(record, spanOf.upstream, bytes, server, serverEnd);
		setNumber(record, 'durationMs', duration, serverEnd + 2, durationEnd);
		return true;
	},
};

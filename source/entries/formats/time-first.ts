import type {FormatReader} from '../format.js';
import {compilePattern} from '../pattern/compile-pattern.js';
import {
	client,
	isoTime,
	maybeQuoted,
	method,
	other,
	referer,
	size,
	sureStatus,
	url,
	user,
	userAgent,
} from '../pattern/pieces.js';

const begin = [
	...[isoTime(), ' ', client, ' ', maybeQuoted({...user}), ' ', method, ' ', maybeQuoted(url), ' '],
	...[other, ' ', sureStatus, ' ', size],
];

/**
 * A custom format that begins with the time, and has the method and the target apart; the target may be without
 * quotes, and the number before the status isn't read. Referer and agent may be missing.
 */
export const timeFirst: FormatReader = {
	begins: '0123456789',
	formats: [
		{
			name: 'time_first',
			title: 'a custom format of Apache',
			escapes: 'clf',
			example:
				'2026-11-20T09:03:07 203.0.113.7 - GET "/client/" -1 200 5778 "https://a.example/" "curl/8.5.0"',
		},
	],
	open() {
		const whole = compilePattern([...begin, ' "', referer, '" "', userAgent, '"'], 'any');
		const short = compilePattern(begin, 'any');
		return (bytes, start, end, record) => {
			const found = whole(bytes, start, end, record);
			if (found === 0) {
				return 0;
			}
			record.clear();
			return short(bytes, start, end, record);
		};
	},
};

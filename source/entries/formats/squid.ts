import type {FormatReader} from '../format.js';
import {compilePattern} from '../pattern/compile-pattern.js';
import {gap} from '../pattern/piece.js';
import {
	client,
	epochSeconds,
	method,
	milliseconds,
	other,
	plainUser,
	size,
	slashedStatus,
	upstream,
	url,
} from '../pattern/pieces.js';

/** Squid's native format: https://wiki.squid-cache.org/Features/LogFormat */
export const squid: FormatReader = {
	begins: '0123456789',
	formats: [
		{
			name: 'squid',
			title: 'Squid',
			escapes: 'none',
			example:
				'1795165387.603    310 203.0.113.7 TCP_MISS/302 1234 GET http://shop.example/en/ - HIER_DIRECT/198.51.100.4 text/html',
		},
	],
	open: () =>
		compilePattern(
			[
				...[
					epochSeconds,
					gap,
					milliseconds,
					' ',
					client,
					' ',
					slashedStatus,
					' ',
					size,
					' ',
					method,
					' ',
					url,
				],
				...[' ', plainUser, ' ', upstream, ' ', other],
			],
			'any',
		),
};

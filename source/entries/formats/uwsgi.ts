import type {FormatReader} from '../format.js';
import {compilePattern} from '../pattern/compile-pattern.js';
import {client, loose, method, other, protocol, size, status, url, user} from '../pattern/pieces.js';
import {ctime, spelledDuration} from '../pattern/spelled-pieces.js';

/** uWSGI's default: https://uwsgi-docs.readthedocs.io/en/latest/LogFormat.html */
export const uwsgi: FormatReader = {
	begins: '[',
	formats: [
		{
			name: 'uwsgi',
			title: 'uWSGI',
			escapes: 'none',
			example:
				'[pid: 885|app: 0|req: 1/1] 203.0.113.7 () {38 vars in 696 bytes} [Fri Nov 20 09:03:07 2026] POST /cart => generated 47 bytes in 129 msecs (HTTP/1.1 200) 9 headers in 378 bytes (1 switches on core 3)',
		},
	],
	open: () =>
		compilePattern(
			[
				...[
					'[pid: ',
					other,
					'] ',
					client,
					' (',
					user,
					') {',
					other,
					'} [',
					ctime,
					'] ',
					method,
					' ',
					loose(url),
				],
				...[' => generated ', size, ' bytes in ', spelledDuration, ' (', protocol, ' ', status, ')'],
			],
			'any',
		),
};

import type {Format} from '../format.js';
import {readRefererAndAgent} from '../values/referer-and-agent.js';
import {ClfScanner} from './clf.js';

/** `192.0.2.1 - - [20/Nov/2026:09:03:07 +0100] "GET / HTTP/1.1" 200 4523`, further fields after it tolerated. */
export const common: Format = {
	name: 'common',
	escapes: 'clf',
	open() {
		const scanner = new ClfScanner();
		return (bytes, start, end, record) => {
			const position = scanner.readCommon(bytes, start, end, record);
			// With a referer and a user agent it is the combined format.
			return position !== -1 && readRefererAndAgent(bytes, position, end, record) === -1;
		};
	},
};

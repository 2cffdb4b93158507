import type {Format} from '../format.js';
import {readRefererAndAgent} from '../values/referer-and-agent.js';
import {ClfScanner} from './clf.js';

/**
 * The common format with `"referer" "user agent"`: the default of nginx, and Apache's `combined`. Further fields
 * after the user agent are tolerated.
 */
export const combined: Format = {
	name: 'combined',
	escapes: 'clf',
	open() {
		const scanner = new ClfScanner();
		return (bytes, start, end, record) => {
			const position = scanner.readCommon(bytes, start, end, record);
			return position !== -1 && readRefererAndAgent(bytes, position, end, record) !== -1;
		};
	},
};

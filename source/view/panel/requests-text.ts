import {counted} from '../../listing/counted.js';
import {fitWidth, unitsPerColumn} from '../../listing/fit-width.js';
import {sanitise} from '../../listing/sanitise.js';
import type {Query} from '../../query/query.js';

/** So many columns of a search are as many as any screen has room for. */
const most = 200;

/** `1234 requests`, and what they were searched with; sanitised. */
export const requestsText = (n: number, {text}: Query): string =>
	text === ''
		? counted(n, 'request')
		: `${counted(n, 'request')} of ${fitWidth(sanitise(text.slice(0, unitsPerColumn * most)), most).trimEnd()}`;

import {textWrappers} from './text-wrappers.js';
import type {Unwrap} from './wrapper.js';

/** All that is taken off lines before they are read, each for one file. */
export const openWrappers = (): readonly Unwrap[] =>
	textWrappers.map(wrapper => inner => {
		const start = wrapper(inner.bytes, inner.start, inner.end);
		if (start === -1) {
			return false;
		}
		inner.start = start;
		return true;
	});

import {unread} from '../entry-record.js';
import type {Scan} from '../format.js';

/** Reads a line with the first of these that can: the long form of a format, and the short one. */
export function firstOf(...scans: readonly Scan[]): Scan {
	return (bytes, start, end, record) => {
		for (const scan of scans) {
			const answer = scan(bytes, start, end, record);
			if (answer !== unread) {
				return answer;
			}
			record.clear();
		}
		return unread;
	};
}

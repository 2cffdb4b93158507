import type {TimeFormatter} from '../../../../format/time-formatter.js';
import type {Entry} from '../../../../store/store.js';
import type {Figures} from '../../../pulse/figures.js';
import {type Hop, isRedirect, maxRedirectTime, type Redirects} from '../facts/redirects.js';
import {apart, type DetailLine, heading, laterText, type Page, remark} from './detail-line.js';
import {requestLine} from './request-line.js';

/**
 * Returns the lines about the inferred redirects before and after a request.
 * @param found - null until the redirects are known
 */
export function redirectLines(
	entry: Entry,
	found: Redirects | null,
	formatTime: TimeFormatter,
	took: Figures['took'],
	page: Page,
): readonly DetailLine[] {
	if (found === null) {
		return isRedirect(entry) && entry.ip !== null ? [heading('Redirect', 'reading …', page)] : [];
	}
	const {before, after} = found;
	if (before.length === 0 && after.length === 0 && !isRedirect(entry)) {
		return [];
	}
	const line = (hop: Hop, key: string): DetailLine =>
		requestLine({entry: hop.entry, when: apart(hop.entry, entry), key, took}, formatTime, page);
	const requests = [...before.map(hop => hop.entry), entry, ...after.map(hop => hop.entry)];
	const laterThan = (index: number): string => {
		const to = requests[index + 1];
		const from = requests[index];
		return to && from ? laterText(to, from) : '';
	};
	const reasons = (text: string, later: string): readonly DetailLine[] =>
		remark([text, later].filter(part => part !== '').join(', '), page, ' '.repeat(12));
	const nothing =
		isRedirect(entry) && after.length === 0
			? remark(`No matching request of this client in the ${maxRedirectTime / 1000} s after it.`, page)
			: [];
	return [
		heading('Redirect', 'inferred: logs don’t contain the target', page),
		...(before.length > 0 ? remark('came from', page) : []),
		...before.flatMap((hop, index) => [
			line(hop, 'before'),
			...reasons(`to ${hop.reason}`, laterThan(index)),
		]),
		...(after.length > 0 ? remark('led to', page) : []),
		...after.flatMap((hop, index) => [
			line(hop, 'after'),
			...reasons(hop.reason, laterThan(before.length + index)),
		]),
		...nothing,
	];
}

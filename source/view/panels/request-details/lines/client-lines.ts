import {counted} from '../../../../format/amounts.js';
import type {TimeFormatter} from '../../../../format/time-formatter.js';
import {afterColon, keyed} from '../../../../keys/keyed.js';
import type {Entry} from '../../../../store/store.js';
import type {Figures} from '../../../pulse/figures.js';
import type {ClientAround} from '../facts/client.js';
import {apart, type DetailLine, heading, type Page, remark} from './detail-line.js';
import {requestLine} from './request-line.js';

/**
 * Returns the lines with the client's requests around `entry`, newest first as in the listing, or oldest first.
 * @param around - null while the query is running
 * @param problem - the reason why the query failed
 * @param maxLines - maximum number of requests shown on either side
 */
export function clientLines(
	entry: Entry,
	around: ClientAround | null,
	problem: string | null,
	maxLines: number,
	isOldestFirst: boolean,
	took: Figures['took'],
	formatTime: TimeFormatter,
	page: Page,
): readonly DetailLine[] {
	if (entry.ip === null) {
		return [heading('Same client', 'n/a: the line has no address', page)];
	}
	const index = around?.entries.findIndex(({token}) => token === entry.token) ?? -1;
	if (around === null || index === -1) {
		return [heading('Same client', problem ?? 'reading …', page)];
	}
	const {ip} = entry;
	const {entries, newer, total, failed} = around;
	const first = Math.max(0, index - maxLines);
	const shown = entries.slice(first, index + maxLines + 1);
	const above = newer + first;
	const below = total - above - shown.length;
	const [up, down] = isOldestFirst ? ['↓', '↑'] : ['↑', '↓'];
	const newerLines = above > 0 ? remark(`${up} ${above} newer`, page) : [];
	const olderLines =
		below > 0
			? remark(`${down} ${below} older${afterColon(keyed`${'open'} searches for this client`)}`, page).map(
					(line, index) => ({...line, searches: ip, ...(index > 0 ? {} : {key: 'older'})}),
				)
			: [];
	const lines = shown.map(other =>
		other.token === entry.token
			? requestLine({entry, when: 'this one', key: null, took}, formatTime, page)
			: requestLine({entry: other, when: apart(other, entry), key: 'client', took}, formatTime, page),
	);
	const facts = [
		entry.ip,
		counted(total, 'request'),
		...(failed > 0 ? [`${failed} with 5xx`] : []),
		...(isOldestFirst ? ['oldest first'] : []),
	];
	return [
		heading('Same client', facts.join(', '), page),
		...(isOldestFirst
			? [...olderLines, ...lines.toReversed(), ...newerLines]
			: [...newerLines, ...lines, ...olderLines]),
	];
}

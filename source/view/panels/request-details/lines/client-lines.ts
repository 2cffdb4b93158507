import {counted} from '../../../../format/amounts.js';
import type {TimeFormatter} from '../../../../format/time-formatter.js';
import {afterColon, keyed} from '../../../../keys/keyed.js';
import type {Entry} from '../../../../store/store.js';
import type {ClientAround} from '../facts/client.js';
import {apart, type DetailLine, heading, type Page, remark} from './detail-line.js';
import {requestLine} from './request-line.js';

/**
 * Returns the lines with the client's requests around `entry`, newest first as in the listing.
 * @param around - null while the query is running
 * @param problem - the reason why the query failed
 * @param maxLines - maximum number of requests shown on either side
 */
export function clientLines(
	entry: Entry,
	around: ClientAround | null,
	problem: string | null,
	maxLines: number,
	formatTime: TimeFormatter,
	page: Page,
): readonly DetailLine[] {
	if (entry.ip === null) {
		return [heading('Same client', 'n/a: the line has no address', page)];
	}
	const place = around?.entries.findIndex(({token}) => token === entry.token) ?? -1;
	if (around === null || place === -1) {
		return [heading('Same client', problem ?? 'reading …', page)];
	}
	const {ip} = entry;
	const {entries, newer, total} = around;
	const first = Math.max(0, place - maxLines);
	const shown = entries.slice(first, place + maxLines + 1);
	const above = newer + first;
	const below = total - above - shown.length;
	return [
		heading('Same client', `${entry.ip}, ${counted(total, 'request')}, newest first`, page),
		...(above > 0 ? remark(`↑ ${above} newer`, page) : []),
		...shown.map(other =>
			other.token === entry.token
				? requestLine({entry, when: 'this one', key: null}, formatTime, page)
				: requestLine({entry: other, when: apart(other, entry), key: 'client'}, formatTime, page),
		),
		...(below > 0
			? remark(`↓ ${below} older${afterColon(keyed`${'open'} searches for this client`)}`, page).map(
					(line, index) => ({...line, searches: ip, ...(index > 0 ? {} : {key: 'older'})}),
				)
			: []),
	];
}

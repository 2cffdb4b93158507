import {relativeUrl} from '../routes/relative-url.js';
import type {Entry} from '../store/store.js';
import type {Cells} from './columns.js';
import {missing} from './missing.js';
import type {TimeFormatter} from './time-formatter.js';

/** Stands after the time of an entry that is incomplete. */
const incompleteMark = ' …';

/** The six texts of an entry as the listing has them, not yet fit for a terminal: see `sanitise`. */
export function cells(entry: Entry, formatTime: TimeFormatter): Cells {
	return {
		status: entry.status === null ? missing : String(entry.status),
		ip: entry.ip ?? missing,
		method: entry.method ?? missing,
		url: entry.url === null ? missing : relativeUrl(entry.url),
		time: formatTime(entry.time, entry.zone) + (entry.incomplete ? incompleteMark : ''),
		token: entry.token,
	};
}

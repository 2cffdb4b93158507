import {clientClass} from '../query/bots/client-class.js';
import {isLogFieldName, type LogFieldName, nameOfLogField} from '../query/log-field-name.js';
import {relativeUrl} from '../routes/relative-url.js';
import type {Entry} from '../store/store.js';
import {byteSize, missing} from './amounts.js';
import type {Column, OwnColumn} from './columns.js';
import type {TimeFormatter} from './time-formatter.js';
import {durationText} from './time-texts.js';

/** Follows the time of an incomplete entry. */
const incompleteMark = ' …';

/** Precedes the time of an entry without a logged time: the time when its line was read. */
export const readMark = '~';

/** Formats the time of an entry, with its mark. */
export function timeText(
	{time, timeSource, zone}: Pick<Entry, 'time' | 'timeSource' | 'zone'>,
	formatTime: TimeFormatter,
): string {
	return (timeSource === 'read' ? readMark : '') + formatTime(time, zone);
}

/** Stands for a value whose line hasn't been read yet. */
export const unread = '…';

/** Text of each column; null if the entry doesn't have the field. */
const texts: Readonly<Record<OwnColumn, (entry: Entry, formatTime: TimeFormatter) => string | null>> = {
	status: ({status}) => (status === null ? null : String(status)),
	ip: ({ip}) => ip,
	method: ({method}) => method,
	url: ({url}) => (url === null ? null : relativeUrl(url)),
	time: (entry, formatTime) => timeText(entry, formatTime) + (entry.incomplete ? incompleteMark : ''),
	token: ({token}) => token,
	host: ({host}) => host,
	user: ({user}) => user,
	bytes: ({bytes}) => (bytes === null ? null : byteSize(bytes)),
	duration: ({durationMs}) => (durationMs === null ? null : durationText(durationMs)),
	referer: ({referer}) => referer,
	agent: ({userAgent}) => userAgent,
	route: ({url, routes}) => (url === null ? null : routes.of(url).route),
	file: ({file}) => file,
	source: ({source}) => source,
	client: ({userAgent}) => clientClass(userAgent),
	protocol: ({protocol}) => protocol,
	forwarded: ({forwardedFor}) => forwardedFor,
	upstream: ({upstream}) => upstream,
};

/** Returns the text of an entry in a column, as in the listing. Not sanitised: see `sanitise`. */
export function cellText(column: Column, entry: Entry, formatTime: TimeFormatter): string {
	const text = isLogFieldName(column) ? logFieldOf(entry, column) : texts[column](entry, formatTime);
	return text === undefined ? unread : (text ?? missing);
}

/** Returns the value of a log field; null if the line has none, undefined if the line hasn't been read yet. */
export function logFieldOf({fields}: Entry, column: LogFieldName): string | null | undefined {
	const name = nameOfLogField(column);
	return Object.hasOwn(fields, name) ? fields[name] : undefined;
}

import {agentFamily} from '../fields/agent-family.js';
import {type ColumnField, columns} from '../fields/fields.js';
import {clientClass} from '../query/bots/client-class.js';
import {isLogFieldName, type LogFieldName, nameOfLogField} from '../query/log-field-name.js';
import {relativeUrl} from '../routes/relative-url.js';
import type {Entry} from '../store/store.js';
import {byteSize, missing} from './amounts.js';
import {type Column, columnTable} from './columns.js';
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

/** A field whose text differs from its value. */
type FormattedField = 'url' | 'time' | 'bytes' | 'durationMs' | 'route' | 'client' | 'family';

/** Return the text of a field; null if the entry doesn't have the field. */
const texts: Readonly<Record<FormattedField, (entry: Entry, formatTime: TimeFormatter) => string | null>> = {
	url: ({url}) => (url === null ? null : relativeUrl(url)),
	time: (entry, formatTime) => timeText(entry, formatTime) + (entry.incomplete ? incompleteMark : ''),
	bytes: ({bytes}) => (bytes === null ? null : byteSize(bytes)),
	durationMs: ({durationMs}) => (durationMs === null ? null : durationText(durationMs)),
	route: ({url, routes}) => (url === null ? null : routes.of(url).route),
	client: ({userAgent}) => clientClass(userAgent),
	family: ({userAgent}) => agentFamily(userAgent),
};

function isFormatted(field: ColumnField): field is FormattedField {
	return Object.hasOwn(texts, field);
}

function textOf(field: ColumnField): (entry: Entry, formatTime: TimeFormatter) => string | null {
	return isFormatted(field) ? texts[field] : ({[field]: value}) => (value === null ? null : String(value));
}

/**
 * The function for the text of each column that isn't a log field. Looked up once, because a printed listing has millions of
 * cells.
 */
const columnTexts = new Map(columns.map(column => [column, textOf(columnTable[column].field)]));

/** Returns the text of an entry in a column, as in the listing. Not sanitised: see `sanitise`. */
export function cellText(column: Column, entry: Entry, formatTime: TimeFormatter): string {
	const text = isLogFieldName(column)
		? logFieldOf(entry, column)
		: columnTexts.get(column)?.(entry, formatTime);
	return text === undefined ? unread : (text ?? missing);
}

/** Returns the value of a log field; null if the line doesn't have the field, undefined if the line hasn't been read yet. */
export function logFieldOf({fields}: Entry, column: LogFieldName): string | null | undefined {
	const name = nameOfLogField(column);
	return Object.hasOwn(fields, name) ? fields[name] : undefined;
}

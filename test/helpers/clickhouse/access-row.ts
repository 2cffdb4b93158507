import {type LogValue, storedValue} from '../../../source/entries/log-fields/log-value.js';
import {addressText, parseAddress} from '../../../source/entries/values/address-range.js';
import {rowOf, textFields} from '../../../source/fields/fields.js';
import {isBotAgent} from '../../../source/query/bots/client-class.js';
import {KnownRoutes} from '../../../source/routes/known-routes.js';
import {oddParameter, oddStatus} from '../../../source/routes/oddity.js';
import type {Entry} from '../../../source/store/store.js';

const known = new KnownRoutes();

/** Origin of a row: its part of the sort key, and the line itself. */
export type RowOrigin = {
	readonly source: string;
	/** Fingerprint of the file, 64 bits. */
	readonly file: bigint;
	/** The line as logged; empty if lines aren't stored. */
	readonly line: string;
	/** Named values of the line. */
	readonly values: readonly LogValue[];
};

/** A row of the table of requests, for the format `JSONEachRow`. */
export type AccessRow = Readonly<
	Record<string, string | number | boolean | null | Readonly<Record<string, string>>>
>;

/** Creates the row of an entry. Its strings are the printed ones, so that searches have the same results as on one machine. */
export function accessRow(entry: Entry, {source, file, line, values}: RowOrigin): AccessRow {
	const {url, ip, status, userAgent} = entry;
	const route = url === null ? null : known.of(url);
	const expected = route?.expects ?? null;
	return {
		...textsOf(entry),
		time: timeText(entry.position.time),
		source,
		file: String(file),
		offset: entry.offset,
		token: entry.token,
		timed: entry.time !== null,
		zone: entry.zone,
		status,
		address: ip === null ? null : spelledAddress(ip),
		bytes: entry.bytes,
		duration_ms: entry.durationMs,
		bot: userAgent === null ? null : isBotAgent(userAgent),
		route: route?.route ?? null,
		oddity: expected && url !== null ? (oddParameter(expected, url) ?? oddStatus(expected, status)) : null,
		incomplete: entry.incomplete,
		format: entry.format,
		path: entry.file,
		line,
		fields: fieldsOf(values),
	};
}

/** Returns the strings of an entry by column. */
function textsOf(entry: Entry): Readonly<Record<string, string | null>> {
	return Object.fromEntries(
		textFields.flatMap(field => {
			const {sql} = rowOf(field);
			return sql === undefined ? [] : [[sql.replaceAll('`', ''), entry[field]]];
		}),
	);
}

function fieldsOf(values: readonly LogValue[]): Readonly<Record<string, string>> {
	return values.length === 0
		? {'': ''}
		: Object.fromEntries(
				values.map(({name, text, elements}) => [name.toLowerCase(), storedValue(text, elements)]),
			);
}

/** Formats a time in UTC for ClickHouse: `2026-11-05 09:03:07.123`. */
function timeText(time: number): string {
	return new Date(time).toISOString().replace('T', ' ').replace('Z', '');
}

/** Returns an address in IPv6 notation, IPv4 in its mapped form; null if it isn't an address. */
function spelledAddress(ip: string): string | null {
	const bytes = parseAddress(ip);
	return bytes === null ? null : addressText(bytes);
}

import {allFormats} from '../entries/chosen-readers.js';
import {noStatus} from '../entries/entry-record.js';
import type {Escapes} from '../entries/values/decode-text.js';
import {type AmountField, type TextField, textFields} from '../fields/fields.js';
import {type Geo, type GeoField, noGeo} from '../geo/geo.js';
import {noText} from '../index/dictionary.js';
import {entryFlags} from '../index/entry-columns.js';
import {zoneBias} from '../index/entry-writer.js';
import type {Ref} from '../index/walk.js';
import type {KnownRoutes} from '../routes/known-routes.js';
import type {Entry} from './store.js';

/** Index of each text field's column. */
const columnOf = Object.fromEntries(textFields.map((field, index) => [field, index])) as Readonly<
	Record<TextField, number>
>;

/** Returns an amount of a row. An amount that a number can't represent exactly becomes null instead of being silently rounded. */
function amountAt({segment, row}: Ref, field: AmountField): number | null {
	const value = segment.numbers[field].get(row);
	return value <= Number.MAX_SAFE_INTEGER ? value : null;
}

/** Returns a string of a row, null if it is missing. */
function textAt({segment, row}: Ref, column: number, escapes: Escapes): string | null {
	const id = segment.texts[column]?.get(row) ?? noText;
	return id === noText ? null : (segment.dictionaries[column]?.text(id, escapes) ?? null);
}

/**
 * Creates an entry from a row of a segment. `file` is the path of its file, `routes` are the routes of its store, `fields` the
 * values of log fields; `geo` knows the owners of addresses.
 */
export function decodeEntry(
	ref: Ref,
	file: string,
	token: string,
	routes: KnownRoutes,
	fields: Entry['fields'] = {},
	geo: Geo = noGeo,
): Entry {
	const {segment, row} = ref;
	const offset = segment.offset(row);
	const time = segment.time.get(row);
	const flags = segment.flags.get(row);
	const isTimeless = (flags & entryFlags.timeless) !== 0;
	const isTimeOfReading = (flags & entryFlags.timeOfReading) !== 0;
	const status = segment.status.get(row);
	const bytes = amountAt(ref, 'bytes');
	const durationMs = amountAt(ref, 'durationMs');
	const format = allFormats[segment.format.get(row)];
	const escapes = format?.escapes ?? 'none';
	const addresses = segment.dictionaries[columnOf.ip];
	const geoValue = (field: GeoField): string | null =>
		addresses === undefined || geo === noGeo
			? null
			: geo.valueOfId(field, addresses, segment.texts[columnOf.ip]?.get(row) ?? noText);
	// All in one literal: an object that gets its fields one by one takes twice as long.
	return {
		position: {time, file: segment.file, offset, durationMs, bytes},
		token,
		status: status === noStatus ? null : status,
		time: isTimeless ? null : time,
		timeSource: isTimeOfReading ? 'read' : null,
		zone: isTimeless || isTimeOfReading ? null : segment.zone.get(row) - zoneBias,
		incomplete: (flags & entryFlags.incomplete) !== 0,
		format: format?.name ?? 'unknown',
		file,
		offset,
		ip: textAt(ref, columnOf.ip, escapes),
		method: textAt(ref, columnOf.method, escapes),
		url: textAt(ref, columnOf.url, escapes),
		protocol: textAt(ref, columnOf.protocol, escapes),
		host: textAt(ref, columnOf.host, escapes),
		user: textAt(ref, columnOf.user, escapes),
		referer: textAt(ref, columnOf.referer, escapes),
		userAgent: textAt(ref, columnOf.userAgent, escapes),
		forwardedFor: textAt(ref, columnOf.forwardedFor, escapes),
		upstream: textAt(ref, columnOf.upstream, escapes),
		peerIp: textAt(ref, columnOf.peerIp, escapes),
		bytes,
		durationMs,
		asn: geoValue('asn'),
		country: geoValue('country'),
		source: null,
		fields,
		routes,
	};
}

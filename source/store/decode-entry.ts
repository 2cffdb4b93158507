import {allFormats} from '../entries/chosen-readers.js';
import {noStatus} from '../entries/entry-record.js';
import {decodeTextAt} from '../entries/values/decode-text.js';
import {type AmountField, amountFields, type TextField, textFields} from '../fields/fields.js';
import {type Geo, type GeoField, noGeo} from '../geo/geo.js';
import {noText} from '../index/dictionary.js';
import {entryFlags} from '../index/entry-columns.js';
import {zoneBias} from '../index/entry-writer.js';
import type {Ref} from '../index/walk.js';
import type {KnownRoutes} from '../routes/known-routes.js';
import {TextSpan} from '../wasm/text-span.js';
import type {Entry} from './store.js';

const ipIndex = textFields.indexOf('ip');

const textColumns = textFields.map((field, index) => ({field, index}));

/** An entry whose text fields and amounts can be set. */
type Decoded = Entry & {-readonly [Field in TextField | AmountField]: Entry[Field]};

/** Position of the string being decoded. */
const span = new TextSpan();

/** Returns an amount of a row. An amount that a number can't represent exactly becomes null instead of being silently rounded. */
function amountAt({segment, row}: Ref, field: AmountField): number | null {
	const value = segment.numbers[field].get(row);
	return value <= Number.MAX_SAFE_INTEGER ? value : null;
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
	const [bytes, durationMs] = [amountAt(ref, 'bytes'), amountAt(ref, 'durationMs')];
	const format = allFormats[segment.format.get(row)];
	const addresses = segment.dictionaries[ipIndex];
	const geoValue = (field: GeoField): string | null =>
		addresses === undefined || geo === noGeo
			? null
			: geo.valueOfId(field, addresses, segment.texts[ipIndex]?.get(row) ?? noText);
	const own: Omit<Entry, TextField | AmountField> = {
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
		asn: geoValue('asn'),
		country: geoValue('country'),
		source: null,
		fields,
		routes,
	};
	// Added to the literal: a literal that begins with a spread of them makes `--json` take five times as long.
	const entry = own as Decoded;
	for (const field of amountFields) {
		entry[field] = amountAt(ref, field);
	}
	for (const {field, index: column} of textColumns) {
		const id = segment.texts[column]?.get(row) ?? noText;
		const dictionary = segment.dictionaries[column];
		if (id === noText || dictionary === undefined) {
			entry[field] = null;
			continue;
		}
		const {bytes: texts, start, end} = dictionary.locate(id, span);
		entry[field] = decodeTextAt(texts, start, end, format?.escapes ?? 'none');
	}
	return entry;
}

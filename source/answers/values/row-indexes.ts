import {allFormats} from '../../entries/chosen-readers.js';
import {noStatus} from '../../entries/entry-record.js';
import {escapesOf} from '../../entries/escapes-of.js';
import {decodeText, type Escapes} from '../../entries/values/decode-text.js';
import type {TextField} from '../../fields/fields.js';
import {copyWholes} from '../../index/compact.js';
import {type Dictionary, noText} from '../../index/dictionary.js';
import {segmentRows} from '../../index/row-numbers.js';
import type {Segment} from '../../index/segment.js';
import {knownOfUrl, UrlRoutes} from '../../query/evaluation/url-routes.js';
import {isLogFieldName, type LogFieldName} from '../../query/log-field-name.js';
import type {RowIndexes} from '../../wasm/row-kernel.js';
import {type EntryScan, tinyStepsAtOnce} from '../scan.js';
import {escapedTexts, isPlainText} from './escaped-texts.js';
import type {DictionaryCounts} from './text-counts.js';
import type {ValueIndexes} from './value-indexes.js';

/**
 * Returns functions that find the indexes of the values of rows. A row may have several values: the first function finds the first
 * value of each row, the second function the second value, ….
 */
export type FindRowIndexes = (indexes: ValueIndexes) => Promise<readonly IndexesOf[]>;

/** Returns 1 + the index of the value of each row; 0 if the row has no value. Valid until the next call. */
export type IndexesOf = (segment: Segment, rows: Uint16Array) => RowIndexes;

const numbers = new Uint32Array(segmentRows);
const formats = new Uint32Array(segmentRows);
const indexes = new Uint32Array(segmentRows);

/** Finds the values of rows by status. */
export const statusRows: FindRowIndexes = async ({others}) => {
	const table = new Uint32Array(noStatus + 1);
	for (const [status, index] of others) {
		table[status === null ? noStatus : Number(status)] = index;
	}
	return [segment => ({numbers: segment.status.stored(), table})];
};

/** Finds the values of rows if all entries of a segment have the same value. */
export function sameValueRows(textOf: (segment: Segment) => string | null): FindRowIndexes {
	return async ({others}) => [
		(segment, rows) => ({indexes: indexes.fill(others.get(textOf(segment)) ?? 0, 0, rows.length)}),
	];
}

/** Finds the values of rows by the name of their format. */
export function formatRows(nameOf: (format: number) => string): FindRowIndexes {
	return async ({others}) => {
		const table = Uint32Array.from(allFormats, (_, format) => others.get(nameOf(format)) ?? 0);
		return [segment => ({numbers: segment.format.stored(), table})];
	};
}

/** Returns the index of the value that derives from a string. */
type IndexOf = (dictionary: Dictionary, escapes: Escapes, id: number) => number;

/** Finds the values of rows by the shape of their URL. */
export function routeRows(scan: EntryScan, urls: readonly DictionaryCounts[]): FindRowIndexes {
	return async ({plain, others}) => {
		const indexes = await indexUrls(scan, urls, ({shapes}) => plain.get(shapes) ?? noIndexes);
		return [textRows(scan, 'url', indexes, others.get(null) ?? 0)];
	};
}

/** Finds the values of rows, one for each string of a field. */
export function mappedRows(
	scan: EntryScan,
	field: TextField,
	texts: readonly DictionaryCounts[],
	textOf: (texts: Dictionary, escapes: Escapes, id: number) => string | null,
): FindRowIndexes {
	return async ({others}) => {
		const indexOf: IndexOf = (dictionary, escapes, id) => others.get(textOf(dictionary, escapes, id)) ?? 0;
		return [textRows(scan, field, await indexCounted(scan, texts, indexOf), others.get(null) ?? 0)];
	};
}

/** Finds the values of rows by one of their text fields. */
export function ownTextRows(
	scan: EntryScan,
	field: TextField | LogFieldName,
	texts: readonly DictionaryCounts[],
): FindRowIndexes {
	return async indexes => [
		textRows(scan, field, await indexTexts(scan, texts, indexes), indexes.others.get(null) ?? 0),
	];
}

/** Indexes of strings by dictionary, by the escaping of their logs, and by number. */
export type TextIndexes = ReadonlyMap<Dictionary, ReadonlyMap<Escapes, Uint32Array>>;

/** Returns the indexes of the strings that were counted. */
export async function indexCounted(
	scan: EntryScan,
	texts: readonly DictionaryCounts[],
	indexOf: IndexOf,
): Promise<TextIndexes> {
	const found = new Map<Dictionary, Map<Escapes, Uint32Array>>();
	for (const {dictionary, byEscapes} of texts) {
		const ofDictionary = new Map<Escapes, Uint32Array>();
		found.set(dictionary, ofDictionary);
		for (const [escapes, counts] of byEscapes) {
			const indexes = new Uint32Array(counts.length);
			ofDictionary.set(escapes, indexes);
			for (let id = 1; id < counts.length; id++) {
				if ((counts[id] ?? 0) > 0 && !dictionary.isReleased) {
					indexes[id] = indexOf(dictionary, escapes, id);
				}
				if (scan.isOverAfterStep()) {
					await scan.rest();
				}
			}
		}
	}
	return found;
}

/**
 * Returns the indexes of URLs whose shapes are known, see `routeCounts`.
 * @param indexesOf - returns 1 + the index of each shape by its number
 * @param visitOdd - called with each URL that has an index and an odd parameter
 */
export async function indexUrls(
	scan: EntryScan,
	urls: readonly DictionaryCounts[],
	indexesOf: (routes: UrlRoutes) => Uint32Array,
	visitOdd: (urls: Dictionary, escapes: Escapes, url: number, index: number) => void = () => {},
): Promise<TextIndexes> {
	const found = new Map<Dictionary, Map<Escapes, Uint32Array>>();
	for (const {dictionary, byEscapes} of urls) {
		const routes = UrlRoutes.of(dictionary, scan.routes);
		const ofShapes = indexesOf(routes);
		const ofDictionary = new Map<Escapes, Uint32Array>();
		found.set(dictionary, ofDictionary);
		for (const [escapes, {length}] of byEscapes) {
			const indexes = new Uint32Array(length);
			ofDictionary.set(escapes, indexes);
			for (let first = 1; first < length; first += tinyStepsAtOnce) {
				if (scan.isOver) {
					await scan.rest();
				}
				const end = Math.min(length, first + tinyStepsAtOnce);
				for (const url of indexSome(indexes, routes.known(escapes), ofShapes, first, end)) {
					visitOdd(dictionary, escapes, url, indexes[url] ?? 0);
				}
			}
		}
	}
	return found;
}

/** Sets the indexes of some URLs, in a separate loop: see `derived-values.ts`. Returns the URLs with an odd parameter. */
function indexSome(
	indexes: Uint32Array,
	known: Uint32Array,
	ofShapes: Uint32Array,
	first: number,
	end: number,
): readonly number[] {
	const odd: number[] = [];
	for (let url = first; url < end; url++) {
		const facts = known[url] ?? 0;
		const index = ofShapes[facts & knownOfUrl.shape] ?? 0;
		indexes[url] = index;
		if (index > 0 && (facts & knownOfUrl.odd) !== 0) {
			odd.push(url);
		}
	}
	return odd;
}

/** Returns the indexes of the strings as they are printed. */
export async function indexTexts(
	scan: EntryScan,
	texts: readonly DictionaryCounts[],
	{plain, others}: ValueIndexes,
): Promise<TextIndexes> {
	const found = new Map<Dictionary, Map<Escapes, Uint32Array>>();
	let steps = 0;
	for (const {dictionary, byEscapes} of texts) {
		const escaped = await escapedTexts(scan, dictionary);
		const ofDictionary = new Map<Escapes, Uint32Array>();
		found.set(dictionary, ofDictionary);
		for (const escapes of byEscapes.keys()) {
			const indexes = plain.get(dictionary) ?? new Uint32Array();
			const own = escaped.length === 0 ? indexes : indexes.slice();
			ofDictionary.set(escapes, own);
			for (const id of escaped) {
				if (id < own.length && !dictionary.isReleased) {
					own[id] = indexOfText(decodeText(dictionary.bytes(id), escapes), {plain, others});
				}
				// A string may be as long as a line.
				if (++steps % 16 === 0 && scan.isOver) {
					await scan.rest();
				}
			}
		}
	}
	return found;
}

/** Returns the index of a decoded string, which may also be in one of the dictionaries. */
function indexOfText(text: string, {plain, others}: ValueIndexes): number {
	const index = others.get(text);
	if (index !== undefined || !isPlainText(text)) {
		return index ?? 0;
	}
	const bytes = Buffer.from(text);
	for (const [dictionary, indexes] of plain) {
		const found = dictionary.isReleased ? 0 : (indexes[dictionary.idOf(bytes)] ?? 0);
		if (found > 0) {
			return found;
		}
	}
	return 0;
}

/** Maximum index in a table of 16 bits. */
const maxNarrow = 65_535;

/** Returns a table of indexes by string, of 16 bits if possible: then most of it is in the CPU cache. */
function tableOf(indexes: Uint32Array, missing: number): Uint16Array | Uint32Array {
	let max = missing;
	for (let id = 0; id < indexes.length; id++) {
		max = Math.max(max, indexes[id] ?? 0);
	}
	const table = max <= maxNarrow ? new Uint16Array(indexes) : indexes.slice();
	table[noText] = missing;
	return table;
}

const noIndexes = new Uint32Array();

/** Finds the values of rows by the index of a string. `missing`: the index of rows without a string. */
export function textRows(
	scan: EntryScan,
	field: TextField | LogFieldName,
	known: TextIndexes,
	missing: number,
): IndexesOf {
	const tables = new Map(
		[...known].map(([dictionary, byEscapes]) => [
			dictionary,
			new Map([...byEscapes].map(([escapes, indexes]) => [escapes, tableOf(indexes, missing)] as const)),
		]),
	);
	return (segment, rows) => {
		const texts = scan.textsOf(segment, field);
		const byEscapes = texts && tables.get(texts.dictionary);
		if (texts === undefined || byEscapes === undefined) {
			return {numbers: {values: undefined, base: noText}, table: noIndexes};
		}
		const {column, isRead} = texts;
		const format = segment.format.stored();
		if (isRead === undefined && (format.values === undefined || isLogFieldName(field))) {
			const table = byEscapes.get(isLogFieldName(field) ? 'none' : escapesOf(format.base)) ?? noIndexes;
			return {numbers: column, table};
		}
		copyWholes(column, segment.rows, numbers);
		copyWholes(format, segment.rows, formats);
		for (let index = 0; index < rows.length; index++) {
			const row = rows[index] ?? 0;
			const escapes = isLogFieldName(field) ? 'none' : escapesOf(formats[row] ?? 0);
			// A line that hasn't been read may have the field: it doesn't count as one without it.
			indexes[index] =
				isRead?.(row) === false ? 0 : ((byEscapes.get(escapes) ?? noIndexes)[numbers[row] ?? 0] ?? 0);
		}
		return {indexes};
	};
}

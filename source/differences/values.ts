import {resolve} from 'node:path';
import {type EntryScan, tinyStepsAtOnce} from '../answers/scan.js';
import {statusCount, statusesOf} from '../answers/status-counts.js';
import {derivedCounts, type LayersOf, layersOf} from '../answers/values/derived-values.js';
import {type IndexedValues, indexedValues} from '../answers/values/indexed-values.js';
import type {PlainCounts} from '../answers/values/merged-texts.js';
import {indexCounted, indexTexts, type TextIndexes} from '../answers/values/row-indexes.js';
import {countTexts, type DictionaryCounts} from '../answers/values/text-counts.js';
import {type ValueCounts, valueCounts} from '../answers/values/value-counts.js';
import {escapesOf} from '../entries/escapes-of.js';
import type {Escapes} from '../entries/values/decode-text.js';
import type {TextField} from '../fields/fields.js';
import type {GeoField} from '../geo/geo.js';
import type {StoredValues} from '../index/column.js';
import {copyWholes} from '../index/compact.js';
import type {Dictionary} from '../index/dictionary.js';
import {segmentRows} from '../index/row-numbers.js';
import type {Segment} from '../index/segment.js';
import {type Derivation, derivations} from '../query/evaluation/derived-texts.js';
import {knownOfUrl, UrlRoutes} from '../query/evaluation/url-routes.js';
import {isLogFieldName, type LogFieldName} from '../query/log-field-name.js';
import {uncompressedName, unrotatedPaths} from '../tail/rotation/rotated-files.js';
import {rowKernel} from '../wasm/row-kernel.js';
import {TextSpan} from '../wasm/text-span.js';
import {inBaseline, inSelection, kinds, sideCountsOf} from './change.js';
import type {ComparedEntries} from './compared-entries.js';

/** The values of a field among the compared entries, numbered from 1. */
export type Values = {
	/** Four numbers of entries for each value, see `SideCounts`; the first four, of entries without a value, are undefined. */
	readonly counts: Uint32Array;
	/**
	 * Returns functions that find the rows whose values are marked, given the mark of each value. An entry may have several values: of
	 * its parameters, one for each function.
	 */
	marked(marks: Marks): readonly FindMarked[];
	/** Calls `visit` with the string of each value, as bytes if it is in a dictionary. */
	each(visit: (value: number, text: string | TextSpan) => void): Promise<void>;
};

/** Marks of values; 0 stands for none. */
type Marks = Uint16Array | Uint32Array;

/** Writes the indexes of the marked ones among rows, in order, and their marks. Returns their number. */
type FindMarked = (segment: Segment, rows: Uint16Array, found: Marked) => number;

/** Marked rows. */
export class Marked {
	readonly indexes = new Uint16Array(segmentRows);
	readonly marks = new Uint32Array(segmentRows);
}

/** The source of the values of a field. */
export type ValueSource =
	| {readonly of: 'status' | 'file' | 'route' | 'path'}
	/** The strings of a field. */
	| {readonly of: TextField | LogFieldName}
	/** Strings that derive from each string of a field. */
	| {readonly of: TextField; readonly derivation: Derivation}
	/** The value of each address. */
	| {readonly of: 'ip'; readonly geo: GeoField}
	/** A string for each string of a field; few of them are different. */
	| {
			readonly of: TextField;
			readonly derived: (texts: Dictionary, escapes: Escapes, id: number) => string | null;
	  };

/** Counts of the strings of a field: of all compared entries, and four for each string. */
type BaseCounts = {readonly all: readonly DictionaryCounts[]; readonly byKind: readonly DictionaryCounts[]};

/** Values that derive from strings, and the dictionaries in which they are. */
type DerivedValues = {
	readonly values: Values;
	readonly indexed: IndexedValues;
	readonly plain: readonly PlainCounts[];
};

/** Counts the values of fields among the compared entries. */
export class ValueCounter {
	readonly #entries: ComparedEntries;
	readonly #pathOf: (file: number) => string;
	readonly #known = new Map<TextField | LogFieldName, BaseCounts>();
	#routes: Promise<DerivedValues> | undefined;

	/** @param pathOf - returns the path of a file by its number, as it is printed */
	constructor(entries: ComparedEntries, pathOf: (file: number) => string) {
		this.#entries = entries;
		this.#pathOf = pathOf;
	}

	/** Counts the values of a field. */
	async valuesOf(source: ValueSource): Promise<Values> {
		if (source.of === 'status') {
			return this.#statuses();
		}
		if (source.of === 'file') {
			return this.#files();
		}
		if (source.of === 'route') {
			return (await this.#countRoutes()).values;
		}
		if (source.of === 'path') {
			return this.#paths(await this.#countRoutes());
		}
		const {scan} = this.#entries;
		const base = await this.#base(source.of);
		if ('derivation' in source) {
			return (await this.#derived(base, source.of, layersOf(scan, source.derivation))).values;
		}
		if ('derived' in source || 'geo' in source) {
			const derived =
				'derived' in source
					? source.derived
					: (texts: Dictionary, _: Escapes, id: number) => scan.geo.valueOfId(source.geo, texts, id);
			const others = await summedBy(scan, base.all, derived);
			const indexed = await indexedValues(scan, {plain: [], others});
			const known = await indexCounted(
				scan,
				base.all,
				(dictionary, escapes, id) => indexed.indexes.others.get(derived(dictionary, escapes, id)) ?? 0,
			);
			return this.#values(base, source.of, indexed, [known]);
		}
		// `valueCounts` removes strings that must be decoded from the counts, so it gets copies.
		const copies = base.all.map(({dictionary, byEscapes}) => ({
			dictionary,
			byEscapes: new Map([...byEscapes].map(([escapes, counts]) => [escapes, counts.slice()] as const)),
		}));
		const values: ValueCounts = await valueCounts(scan, copies, 0);
		const indexed = await indexedValues(scan, values);
		return this.#values(base, source.of, indexed, [await indexTexts(scan, base.all, indexed.indexes)]);
	}

	/** Counts the strings of a field by kind of entry. */
	async #count(field: TextField | LogFieldName): Promise<BaseCounts> {
		const {scan} = this.#entries;
		const {counts: byKind} = await countTexts(scan, field, this.#entries.groups);
		const all: DictionaryCounts[] = [];
		for (const {dictionary, byEscapes} of byKind) {
			const sums = new Map<Escapes, Uint32Array>();
			for (const [escapes, counts] of byEscapes) {
				const sum = new Uint32Array(counts.length / kinds);
				for (let first = 0; first < sum.length; first += tinyStepsAtOnce) {
					await this.#entries.rest();
					sumKinds(counts, sum, first, Math.min(sum.length, first + tinyStepsAtOnce));
				}
				sums.set(escapes, sum);
			}
			all.push({dictionary, byEscapes: sums});
		}
		return {all, byKind};
	}

	/** Returns the counts of the strings of a field, which are computed once. */
	async #base(field: TextField | LogFieldName): Promise<BaseCounts> {
		const base = this.#known.get(field) ?? (await this.#count(field));
		this.#known.set(field, base);
		return base;
	}

	async #derived(base: BaseCounts, of: TextField, layers: LayersOf): Promise<DerivedValues> {
		const {scan} = this.#entries;
		const {plain, indexes} = await derivedCounts(scan, base.all, layers);
		const indexed = await indexedValues(scan, {plain, others: new Map()});
		return {plain, indexed, values: await this.#values(base, of, indexed, await indexes(indexed.indexes))};
	}

	async #countRoutes(): Promise<DerivedValues> {
		const shapes = shapesOf(this.#entries.scan, 'url');
		this.#routes ??= this.#base('url').then(base => this.#derived(base, 'url', shapes));
		return this.#routes;
	}

	/** Counts the paths of routes. They derive from the shapes, of which there are fewer than URLs. */
	async #paths(routes: DerivedValues): Promise<Values> {
		const {scan} = this.#entries;
		const shapes = routes.plain.map(({dictionary, counts}) => ({
			dictionary,
			byEscapes: new Map([['none', counts] as const]),
		}));
		const {plain, indexes} = await derivedCounts(scan, shapes, layersOf(scan, derivations.path));
		const indexed = await indexedValues(scan, {plain, others: new Map()});
		const counts = new Uint32Array(kinds * (indexed.counts.length + 1));
		/** For each number of segments, the path of each route. */
		const layers: Uint32Array[] = [];
		for (const layer of await indexes(indexed.indexes)) {
			const ofRoutes = new Uint32Array(routes.values.counts.length / kinds);
			for (const [dictionary, byEscapes] of layer) {
				const paths = byEscapes.get('none') ?? new Uint32Array();
				const values = routes.indexed.indexes.plain.get(dictionary) ?? new Uint32Array();
				for (let first = 1; first < paths.length; first += tinyStepsAtOnce) {
					await this.#entries.rest();
					setAll(values, paths, ofRoutes, first, Math.min(paths.length, first + tinyStepsAtOnce));
				}
			}
			for (let first = 1; first < ofRoutes.length; first += tinyStepsAtOnce) {
				await this.#entries.rest();
				const end = Math.min(ofRoutes.length, first + tinyStepsAtOnce);
				addKinds(routes.values.counts, ofRoutes, counts, first, end);
			}
			layers.push(ofRoutes);
		}
		return {
			counts,
			marked: marks => layers.flatMap(layer => routes.values.marked(mappedMarks(layer, marks))),
			each: visit => eachText(indexed, visit),
		};
	}

	async #values(
		{byKind}: BaseCounts,
		field: TextField | LogFieldName,
		indexed: IndexedValues,
		layers: readonly TextIndexes[],
	): Promise<Values> {
		const {scan} = this.#entries;
		const counts = new Uint32Array(kinds * (indexed.counts.length + 1));
		for (const {dictionary, byEscapes} of byKind) {
			for (const [escapes, ofTexts] of byEscapes) {
				for (const layer of layers) {
					const values = layer.get(dictionary)?.get(escapes) ?? new Uint32Array();
					const length = Math.min(values.length, ofTexts.length / kinds);
					for (let first = 1; first < length; first += tinyStepsAtOnce) {
						await this.#entries.rest();
						addKinds(ofTexts, values, counts, first, Math.min(length, first + tinyStepsAtOnce));
					}
				}
			}
		}
		return {
			counts,
			// One URL with many parameters makes many layers. Nearly all of them have no frequent parameter.
			marked: marks =>
				layers.filter(layer => isMarked(layer, marks)).map(layer => markTexts(scan, field, layer, marks)),
			each: visit => eachText(indexed, visit),
		};
	}

	async #statuses(): Promise<Values> {
		const counts = new Uint32Array(kinds * statusCount);
		const kernel = rowKernel();
		await this.#entries.each((segment, compared) => {
			this.#entries.eachKind(compared, (kind, first, end) => kindOfRow.fill(kind + 1, first, end));
			kernel.loadIndexes(compared.rows, {indexes: kindOfRow});
			kernel.openCounts(kinds, statusCount);
			kernel.countClasses(statusesOf(segment.status.stored()));
			kernel.takeCounts((kind, first, words, wordsAt) => {
				for (let status = first; status < Math.min(first + 64, statusCount); status++) {
					const at = kinds * status + kind;
					counts[at] = (counts[at] ?? 0) + (words[wordsAt + status - first] ?? 0);
				}
			});
		});
		counts.fill(0, 0, kinds);
		return {
			counts,
			marked: marks => [(segment, rows, found) => findNumbers(rows, segment.status.stored(), marks, found)],
			async each(visit) {
				for (let status = 1; status < statusCount; status++) {
					if (inSelection(sideCountsOf(counts, status)) + inBaseline(sideCountsOf(counts, status)) > 0) {
						visit(status, String(status));
					}
				}
			},
		};
	}

	async #files(): Promise<Values> {
		const logs = new Set(this.#entries.segments.map(({segment}) => this.#pathOf(segment.file)));
		const paths = new Map<string, number>();
		const known = new Map<number, number>();
		const valueOfFile = ({file}: Segment): number => {
			const ofFile = known.get(file);
			if (ofFile !== undefined) {
				return ofFile;
			}
			const path = unrotated(this.#pathOf(file), logs);
			const value = paths.get(path) ?? paths.size + 1;
			paths.set(path, value);
			known.set(file, value);
			return value;
		};
		const sums: number[] = [];
		for (const compared of this.#entries.segments) {
			const value = valueOfFile(compared.segment);
			this.#entries.eachKind(compared, (kind, first, end) => {
				const at = kinds * value + kind;
				sums[at] = (sums[at] ?? 0) + end - first;
			});
		}
		return {
			counts: Uint32Array.from({length: kinds * (paths.size + 1)}, (_, at) => sums[at] ?? 0),
			marked: marks => [(segment, rows, found) => markAll(rows, marks[valueOfFile(segment)] ?? 0, found)],
			async each(visit) {
				for (const [path, value] of paths) {
					visit(value, path);
				}
			},
		};
	}
}

/** Calls `visit` with the string of each value. */
async function eachText({each}: IndexedValues, visit: Parameters<Values['each']>[0]): Promise<void> {
	const span = new TextSpan();
	await each((index, text, id) => {
		if (text !== null) {
			visit(index + 1, typeof text === 'string' ? text : text.locate(id, span));
		}
	});
}

/** Sums the four counts of some strings. */
function sumKinds(counts: Uint32Array, sums: Uint32Array, first: number, end: number): void {
	for (let id = first, at = kinds * first; id < end; id++, at += kinds) {
		sums[id] = (counts[at] ?? 0) + (counts[at + 1] ?? 0) + (counts[at + 2] ?? 0) + (counts[at + 3] ?? 0);
	}
}

/** Writes some numbers to the places in `target` that `at` has for them. */
function setAll(
	at: Uint32Array,
	numbers: Uint32Array,
	target: Uint32Array,
	first: number,
	end: number,
): void {
	for (let index = first; index < end; index++) {
		target[at[index] ?? 0] = numbers[index] ?? 0;
	}
}

/** Adds the four counts of some strings to the counts of their values. */
function addKinds(
	counts: Uint32Array,
	values: Uint32Array,
	target: Uint32Array,
	first: number,
	end: number,
): void {
	for (let id = first, at = kinds * first; id < end; id++, at += kinds) {
		const to = kinds * (values[id] ?? 0);
		// Most URLs have few parameters. Additions to the same numbers would wait for each other.
		if (to === 0) {
			continue;
		}
		target[to] = (target[to] ?? 0) + (counts[at] ?? 0);
		target[to + 1] = (target[to + 1] ?? 0) + (counts[at + 1] ?? 0);
		target[to + 2] = (target[to + 2] ?? 0) + (counts[at + 2] ?? 0);
		target[to + 3] = (target[to + 3] ?? 0) + (counts[at + 3] ?? 0);
	}
}

const numbers = new Uint32Array(segmentRows);
const kindOfRow = new Uint32Array(segmentRows);
const formats = new Uint32Array(segmentRows);

/**
 * Finds rows by the string in a field. Each string gets the mark of its value, so that a row takes one lookup: with marks of 16
 * bits, most are in the processor cache.
 */
function markTexts(
	scan: EntryScan,
	field: TextField | LogFieldName,
	values: TextIndexes,
	marks: Marks,
): FindMarked {
	const known = new Map<Dictionary, Map<Escapes, Marks>>();
	const marksOf = (dictionary: Dictionary, escapes: Escapes): Marks => {
		const ofDictionary = known.get(dictionary) ?? new Map<Escapes, Marks>();
		known.set(dictionary, ofDictionary);
		const found = ofDictionary.get(escapes);
		if (found !== undefined) {
			return found;
		}
		const marked = mappedMarks(values.get(dictionary)?.get(escapes) ?? new Uint32Array(), marks);
		ofDictionary.set(escapes, marked);
		return marked;
	};
	return (segment, rows, found) => {
		const texts = scan.textsOf(segment, field);
		if (texts === undefined) {
			return 0;
		}
		const {dictionary, column} = texts;
		const format = segment.format.stored();
		if (format.values !== undefined && !isLogFieldName(field)) {
			copyWholes(column, segment.rows, numbers);
			copyWholes(format, segment.rows, formats);
			let count = 0;
			for (let index = 0; index < rows.length; index++) {
				const row = rows[index] ?? 0;
				const mark = marksOf(dictionary, escapesOf(formats[row] ?? 0))[numbers[row] ?? 0] ?? 0;
				if (mark > 0) {
					found.indexes[count] = index;
					found.marks[count++] = mark;
				}
			}
			return count;
		}
		const ofTexts = marksOf(dictionary, isLogFieldName(field) ? 'none' : escapesOf(format.base));
		return findNumbers(rows, column, ofTexts, found);
	};
}

/** Returns the mark of the value of each string. A separate function, compiled once: millions of strings took 40 ms in a closure. */
function mappedMarks(values: Uint32Array, marks: Marks): Marks {
	const mapped =
		marks instanceof Uint32Array ? new Uint32Array(values.length) : new Uint16Array(values.length);
	for (let id = 1; id < values.length; id++) {
		mapped[id] = marks[values[id] ?? 0] ?? 0;
	}
	return mapped;
}

/** Checks whether a string has a marked value. */
function isMarked(values: TextIndexes, marks: Marks): boolean {
	return [...values.values()].some(byEscapes =>
		[...byEscapes.values()].some(ofTexts => hasMark(ofTexts, marks)),
	);
}

/** Checks whether one of some values is marked, in a separate loop: see `mappedMarks`. */
function hasMark(values: Uint32Array, marks: Marks): boolean {
	for (let id = 1; id < values.length; id++) {
		if ((marks[values[id] ?? 0] ?? 0) > 0) {
			return true;
		}
	}
	return false;
}

/** Finds rows by numbers. */
function findNumbers(rows: Uint16Array, column: StoredValues, marks: Marks, found: Marked): number {
	return column.values === undefined
		? markAll(rows, marks[column.base] ?? 0, found)
		: rowKernel().findMarked(rows, column, marks, found);
}

/** Returns the marks of some values of a field, at most 65,535: the first one has 1, the next one 2. */
export function marksOf({counts}: Pick<Values, 'counts'>, wanted: readonly number[]): Uint16Array {
	const marks = new Uint16Array(counts.length / kinds);
	for (const [index, value] of wanted.entries()) {
		marks[value] = index + 1;
	}
	return marks;
}

/** Marks all rows, unless the mark is 0. */
export function markAll(rows: Uint16Array, mark: number, {indexes, marks}: Marked): number {
	if (mark === 0) {
		return 0;
	}
	marks.fill(mark, 0, rows.length);
	for (let index = 0; index < rows.length; index++) {
		indexes[index] = index;
	}
	return rows.length;
}

/**
 * Returns the log that a file was rotated from, if `logs` contains it. Otherwise a rotation between two periods would be the best
 * finding.
 */
function unrotated(path: string, logs: ReadonlySet<string>): string {
	const names = unrotatedPaths(uncompressedName(path) ?? path);
	return [...logs].find(log => log !== path && names.includes(resolve(log))) ?? path;
}

async function summedBy(
	scan: EntryScan,
	counts: readonly DictionaryCounts[],
	derived: (texts: Dictionary, escapes: Escapes, id: number) => string | null,
): Promise<Map<string | null, number>> {
	const sums = new Map<string | null, number>();
	for (const {dictionary, byEscapes} of counts) {
		for (const [escapes, numbers] of byEscapes) {
			for (let id = 1; id < numbers.length; id++) {
				const n = numbers[id] ?? 0;
				const value = n > 0 && !dictionary.isReleased ? derived(dictionary, escapes, id) : null;
				if (value !== null) {
					sums.set(value, (sums.get(value) ?? 0) + n);
				}
				if (scan.isOverAfterStep()) {
					await scan.rest();
				}
			}
		}
	}
	return sums;
}

/** Finds the shapes of URLs. */
function shapesOf(scan: EntryScan, of: TextField): LayersOf {
	return {
		of,
		textsOf: urls => UrlRoutes.of(urls, scan.routes).shapes,
		async layersOf(urls, escapes, counts) {
			const routes = UrlRoutes.of(urls, scan.routes);
			const shapes = new Uint32Array(counts.length);
			for (let url = 1; url < counts.length && !urls.isReleased; url++) {
				if ((counts[url] ?? 0) > 0) {
					shapes[url] = routes.know(escapes, url) & knownOfUrl.shape;
				}
				if (scan.isOverAfterStep()) {
					await scan.rest();
				}
			}
			return [shapes];
		},
	};
}

import {allFormats} from '../entries/chosen-readers.js';
import {noStatus} from '../entries/entry-record.js';
import {copyWholes} from '../index/copy-values.js';
import type {Segment} from '../index/segment.js';
import {segmentRows} from '../index/segment-rows.js';
import {isBotOf} from '../query/evaluation/is-bot-of.js';
import type {FacetField} from '../query/facet-field.js';
import type {Facets} from './answers.js';
import {routeCounts} from './route-counts.js';
import {type Scan, stepsAtOnce} from './scan.js';
import {countTexts} from './text-counts.js';
import {topValues} from './top-values.js';
import {type ValueCounts, valueCounts} from './value-counts.js';

/** What is asked for. */
export type FacetQuestion = {
	readonly field: FacetField;
	/** How many values. */
	readonly n: number;
	/** Only values that contain it, whatever the case; all where it is empty. */
	readonly containing: string;
	/** The path of the file with that number, as it is printed. */
	readonly pathOf: (file: number) => string;
};

type Counted = {readonly counts: ValueCounts; readonly total: number};

/** The most frequent values of a field among the entries that match. */
export const facets = async (scan: Scan, {field, n, containing, pathOf}: FacetQuestion): Promise<Facets> => {
	const wanted = containing.toLowerCase();
	const {counts, total} = await count(scan, field, pathOf);
	const top = await topValues(
		scan,
		counts,
		Math.max(0, n),
		value => wanted === '' || (value?.toLowerCase().includes(wanted) ?? false),
	);
	return {...top, total, partial: false};
};

const count = async (scan: Scan, field: FacetField, pathOf: (file: number) => string): Promise<Counted> => {
	switch (field) {
		case 'status':
			return countStatuses(scan);
		case 'file':
			return countSegments(scan, ({file}, rows, add) => add(pathOf(file), rows.length));
		case 'format':
			return countFormats(scan);
		case 'client':
			return countClients(scan);
		case 'route': {
			const {counts, total, missing} = await countTexts(scan, 'url');
			const others = new Map(missing > 0 ? [[null, missing]] : []);
			return {counts: {plain: await routeCounts(scan, counts), others}, total};
		}
		default: {
			const {counts, total, missing} = await countTexts(scan, field);
			return {counts: await valueCounts(scan, counts, missing), total};
		}
	}
};

type Add = (value: string | null, n: number) => void;

const countSegments = async (
	scan: Scan,
	visit: (segment: Segment, rows: Uint16Array, add: Add) => void,
): Promise<Counted> => {
	const others = new Map<string | null, number>();
	let total = 0;
	const add: Add = (value, n) => {
		if (n > 0) {
			others.set(value, (others.get(value) ?? 0) + n);
			total += n;
		}
	};
	await scan.eachSegment((segment, rows) => visit(segment, rows, add));
	return {counts: {plain: [], others}, total};
};

const numbers = new Uint32Array(segmentRows);

const countStatuses = async (scan: Scan): Promise<Counted> => {
	const counts = new Uint32Array(noStatus + 1);
	const counted = await countSegments(scan, (segment, rows) => {
		copyWholes(segment.status.stored(), segment.rows, numbers);
		for (let index = 0; index < rows.length; index++) {
			const status = numbers[rows[index] ?? 0] ?? noStatus;
			counts[status] = (counts[status] ?? 0) + 1;
		}
	});
	let total = 0;
	// Not by `entries`, which takes a millisecond for so many.
	for (let status = 0; status < counts.length; status++) {
		const n = counts[status] ?? 0;
		if (n > 0) {
			counted.counts.others.set(status === noStatus ? null : String(status), n);
			total += n;
		}
	}
	return {...counted, total};
};

const countFormats = async (scan: Scan): Promise<Counted> =>
	countSegments(scan, (segment, rows, add) => {
		const format = segment.format.stored();
		if (format.values === undefined) {
			add(nameOf(format.base), rows.length);
			return;
		}
		copyWholes(format, segment.rows, numbers);
		const counts = allFormats.map(() => 0);
		for (const row of rows) {
			const number = numbers[row] ?? 0;
			counts[number] = (counts[number] ?? 0) + 1;
		}
		for (const [number, n] of counts.entries()) {
			add(nameOf(number), n);
		}
	});

const nameOf = (format: number): string => allFormats[format]?.name ?? 'unknown';

const countClients = async (scan: Scan): Promise<Counted> => {
	const {counts, total, missing} = await countTexts(scan, 'userAgent');
	const found = {bot: 0, person: 0};
	let steps = 0;
	for (const {dictionary, byEscapes} of counts) {
		for (const [escapes, ofAgents] of byEscapes) {
			for (let id = 1; id < ofAgents.length; id++) {
				const n = ofAgents[id] ?? 0;
				if (n > 0 && !dictionary.isReleased) {
					found[isBotOf(dictionary, escapes, id) ? 'bot' : 'person'] += n;
				}
				if (++steps % stepsAtOnce === 0 && scan.isOver) {
					await scan.rest();
				}
			}
		}
	}
	const all = [['bot', found.bot] as const, ['person', found.person] as const, [null, missing] as const];
	return {counts: {plain: [], others: new Map(all.filter(([, n]) => n > 0))}, total};
};

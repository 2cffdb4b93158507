import {EntryScan} from '../answers/scan.js';
import type {RowGroups} from '../answers/values/text-counts.js';
import {escapesOf} from '../entries/escapes-of.js';
import {decodeText, type Escapes} from '../entries/values/decode-text.js';
import {textFields} from '../fields/fields.js';
import type {Geo} from '../geo/geo.js';
import {copyWholes} from '../index/compact.js';
import type {Dictionary} from '../index/dictionary.js';
import type {EntryIndex} from '../index/entry-index.js';
import {heldOf} from '../index/matching-index.js';
import type {RowFilter} from '../index/row-bits.js';
import {segmentRows} from '../index/row-numbers.js';
import type {Segment} from '../index/segment.js';
import {isBotAgent} from '../query/bots/client-class.js';
import {chunkBits, setFirst} from '../query/evaluation/chunk.js';
import type {LineFacts} from '../query/evaluation/line-facts.js';
import {rowsWithText} from '../query/evaluation/row-loops.js';
import {Slice} from '../query/evaluation/slice.js';
import {TextTable} from '../query/evaluation/text-table.js';
import type {KnownRoutes} from '../routes/known-routes.js';
import {rowKernel} from '../wasm/row-kernel.js';
import {kinds, type SideCounts} from './change.js';
import {EntryNumbers, positionOf} from './entry-set.js';

/** The compared rows of a segment, by kind: see `SideCounts`. */
type ComparedRows = {
	readonly segment: Segment;
	/** Rows of the first kind, then of the second, …, each in ascending order. */
	readonly rows: Uint16Array;
	/** Index in `rows` at which each kind ends. */
	readonly ends: SideCounts;
	/** Number of entries of each kind in the segments before. */
	readonly before: SideCounts;
};

/** The entries that match each part of a comparison; undefined for all. */
export type Sides = {
	readonly selection: RowFilter | undefined;
	/** Limits both sides. */
	readonly within: RowFilter | undefined;
	readonly baseline: RowFilter | undefined;
};

const agentIndex = textFields.indexOf('userAgent');

const none = new Uint16Array();
const agents = new Uint32Array(segmentRows);
const formats = new Uint32Array(segmentRows);

/** The source of the entries. */
export type ComparedSource = {
	readonly index: Pick<EntryIndex, 'epochs'>;
	readonly routes: KnownRoutes;
	readonly geo?: Geo;
	readonly facts: Pick<LineFacts, 'columnOf'>;
	readonly signal: AbortSignal | undefined;
};

/** The entries of both sides at one moment. Entries that arrive later are ignored. */
export class ComparedEntries {
	readonly numbers: EntryNumbers;
	readonly segments: readonly ComparedRows[];
	/** Scans all compared entries, each segment by kind. */
	readonly scan: EntryScan;
	/** The rows of each kind in `scan`. */
	readonly groups: RowGroups;

	private constructor(
		segments: readonly ComparedRows[],
		counts: SideCounts,
		source: ComparedSource,
		slice: Slice,
	) {
		this.numbers = new EntryNumbers(counts);
		this.segments = segments;
		const bySegment = new Map(segments.map(rows => [rows.segment, rows]));
		this.scan = new ComparedScan(bySegment, source, slice);
		this.groups = {number: kinds, endsIn: segment => bySegment.get(segment)?.ends ?? [0, 0, 0, 0]};
	}

	/** Collects the entries of both sides. Entries of the selection aren't in the baseline. */
	static async of(sides: Sides, source: ComparedSource): Promise<ComparedEntries> {
		const slice = new Slice();
		// Rows that arrive while this yields may be known to one of the filters only.
		const stored = source.index.epochs.flatMap(({segments}) =>
			segments.map(segment => ({segment, rows: segment.rows})),
		);
		const found: ComparedRows[] = [];
		const counts: [number, number, number, number] = [0, 0, 0, 0];
		const bots = new BotAgents();
		for (const {segment, rows} of stored) {
			if (slice.isOver) {
				await slice.next(source.signal);
			}
			const compared = rowsOf(segment, rows, sides, bots);
			if (compared.rows.length > 0) {
				found.push({segment, ...compared, before: [...counts]});
				for (let kind = 0; kind < kinds; kind++) {
					counts[kind] = (counts[kind] ?? 0) + (compared.ends[kind] ?? 0) - (compared.ends[kind - 1] ?? 0);
				}
			}
		}
		return new ComparedEntries(found, counts, source, slice);
	}

	/** Yields to other tasks if the slice has ended. Must be called between steps of up to a few milliseconds. */
	async rest(): Promise<void> {
		if (this.scan.isOver) {
			await this.scan.rest();
		}
	}

	/**
	 * Calls `visit` with the rows of each kind in each segment, and the number of the first of them. The rows are adjacent.
	 * @param isWanted - selects the segments to visit
	 */
	async each(
		visit: (segment: Segment, rows: ComparedRows) => void,
		isWanted: (segment: Segment) => boolean = () => true,
	): Promise<void> {
		for (const compared of this.segments) {
			await this.rest();
			if (!isReleased(compared.segment) && isWanted(compared.segment)) {
				visit(compared.segment, compared);
			}
		}
	}

	/**
	 * Calls `visit` with each kind of marked rows and their range in `marked`. The number of the entry of each is `offset` plus its
	 * number in `indexes`.
	 * @param count - number of marked rows
	 */
	eachMarkedKind(
		{ends, before}: ComparedRows,
		{indexes}: {readonly indexes: Uint16Array},
		count: number,
		visit: (kind: number, first: number, end: number, offset: number) => void,
	): void {
		for (let kind = 0, from = 0, first = 0; kind < kinds; kind++) {
			const to = ends[kind] ?? 0;
			const end = positionOf(to, indexes, first, count);
			visit(kind, first, end, (this.numbers.starts[kind] ?? 0) + (before[kind] ?? 0) - from);
			first = end;
			from = to;
		}
	}

	/** Calls `visit` with the kind of adjacent rows of a segment, their range in its rows, and the number of the first. */
	eachKind(
		{ends, before}: ComparedRows,
		visit: (kind: number, first: number, end: number, number: number) => void,
	): void {
		for (let kind = 0, first = 0; kind < kinds; kind++) {
			const end = ends[kind] ?? 0;
			visit(kind, first, end, (this.numbers.starts[kind] ?? 0) + (before[kind] ?? 0));
			first = end;
		}
	}
}

/** True if its strings have been evicted: its entries no longer have values. */
function isReleased({dictionaries: [first]}: Segment): boolean {
	return first?.isReleased ?? true;
}

/** Scans the compared entries. */
class ComparedScan extends EntryScan {
	readonly #rows: ReadonlyMap<Segment, ComparedRows>;

	constructor(
		rows: ReadonlyMap<Segment, ComparedRows>,
		{routes, geo, facts, signal}: ComparedSource,
		slice: Slice,
	) {
		super({epochs: [{segments: [...rows.keys()]}]}, routes, undefined, signal, slice, facts, geo);
		this.#rows = rows;
	}

	override rowsOf(segment: Segment): Uint16Array {
		const compared = this.#rows.get(segment);
		if (compared === undefined || isReleased(segment)) {
			return none;
		}
		return compared.rows;
	}
}

/** Returns the compared ones of the first `length` rows of a segment. */
function rowsOf(
	segment: Segment,
	length: number,
	sides: Sides,
	bots: BotAgents,
): Pick<ComparedRows, 'rows' | 'ends'> {
	const [selection = 'all', within = 'all', baseline = 'all'] = [
		sides.selection,
		sides.within,
		sides.baseline,
	].map(filter => filter?.of(segment));
	const {isInOrder, evicted} = segment;
	// In their order, evicted rows are the first ones.
	const held = isInOrder || evicted === 0 || within === null ? within : heldOf(segment, within);
	return rowKernel().listKinds(
		{selection, within: held, baseline, bots: bots.of(segment)},
		isInOrder ? evicted : 0,
		length,
	);
}

const existing = chunkBits();
const bits = chunkBits();

/** Finds the entries of bots. Entries without a user agent count as people's. */
class BotAgents {
	/** Whether a user agent is a bot's. */
	readonly #known = new Map<Dictionary, Map<Escapes, TextTable>>();

	/** Returns a bit for each row of a segment. Valid until the next call. */
	of(segment: Segment): Int32Array {
		bits.fill(0);
		const {rows} = segment;
		const dictionary = segment.dictionaries[agentIndex];
		const column = segment.texts[agentIndex]?.stored();
		if (dictionary === undefined || column === undefined || dictionary.isReleased) {
			return bits;
		}
		const format = segment.format.stored();
		if (format.values === undefined) {
			const words = Math.ceil(rows / 32);
			const table = this.#tableOf(dictionary, escapesOf(format.base));
			setFirst(existing, rows);
			rowsWithText(column, table, {segment, first: 0, words}, existing, bits);
			return bits;
		}
		copyWholes(column, rows, agents);
		copyWholes(format, rows, formats);
		for (let row = 0; row < rows; row++) {
			const isBot = this.#tableOf(dictionary, escapesOf(formats[row] ?? 0)).has(agents[row] ?? 0);
			bits[row >>> 5] = (bits[row >>> 5] ?? 0) | ((isBot ? 1 : 0) << (row & 31));
		}
		return bits;
	}

	#tableOf(dictionary: Dictionary, escapes: Escapes): TextTable {
		const byEscapes = this.#known.get(dictionary) ?? new Map<Escapes, TextTable>();
		this.#known.set(dictionary, byEscapes);
		let table = byEscapes.get(escapes);
		if (table === undefined) {
			table = new TextTable(dictionary, {
				isMatch: id => isBotAgent(decodeText(dictionary.bytes(id), escapes)),
				isSlow: false,
			});
			byEscapes.set(escapes, table);
		}
		table.widen();
		return table;
	}
}

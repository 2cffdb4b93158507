import {type Geo, noGeo} from '../../geo/geo.js';
import type {EntryIndex} from '../../index/entry-index.js';
import type {RowBits, RowFilter} from '../../index/row-bits.js';
import type {Segment} from '../../index/segment.js';
import type {KnownRoutes} from '../../routes/known-routes.js';
import type {Expression} from '../expression.js';
import {type Compiled, compile} from './compile.js';
import type {FileFacts} from './file-facts.js';
import type {LineFact} from './line-fact.js';
import type {LineFacts} from './line-facts.js';
import {SegmentMatches} from './segment-matches.js';
import {Pace, type Slice} from './slice.js';

/** The matching entries, as rows of segments. */
type Matches = RowFilter & {
	/** Number of matching entries in memory. */
	readonly count: number;
};

/** The data that a selection is evaluated on. */
export type SelectionSource = {
	readonly index: Pick<EntryIndex, 'epochs'>;
	readonly files: FileFacts;
	readonly routes: KnownRoutes;
	readonly geo?: Geo;
	readonly lines: LineFacts;
	/** Returns the current time, in ms since 1970. */
	readonly now: () => number;
};

/**
 * The entries that match an expression, updated as entries are added and evicted. Evaluates each row once, and again only if the
 * result depends on the current time, or on lines that have been read since.
 */
export class Selection implements Matches {
	readonly #index: SelectionSource['index'];
	readonly #now: () => number;
	readonly #compiled: Compiled;
	readonly #pace = new Pace();
	readonly #known = new Map<Segment, SegmentMatches>();
	/** The current time, the same for all rows of a pass. */
	#time = 0;
	#count = 0;
	#arrived = 0;
	#unread = 0;
	#maxUnread = 0;
	#unreadable = 0;

	constructor(expression: Expression, {index, files, routes, geo = noGeo, lines, now}: SelectionSource) {
		this.#index = index;
		this.#now = now;
		this.#compiled = compile(expression, {files, routes, geo, lines}, () => this.#time);
	}

	/** Number of matching entries in memory at the last `advance`. */
	get count(): number {
		return this.#count;
	}

	/** The facts that lines must be read for; empty if no lines are needed. */
	get facts(): readonly LineFact[] {
		return this.#compiled.lineFacts;
	}

	/** Number of entries that can't be judged before their lines have been read, as of the last `advance`. */
	get unread(): number {
		return this.#unread;
	}

	/** The greatest value of `unread` since it was 0. */
	get maxUnread(): number {
		return this.#maxUnread;
	}

	/** Number of entries that can't be judged because their lines can no longer be read, as of the last `advance`. */
	get unreadable(): number {
		return this.#unreadable;
	}

	/**
	 * Returns a bit for each row of a segment that can't be judged before its line has been read; undefined if there is no such row.
	 */
	unreadOf(segment: Segment): Int32Array | undefined {
		return this.#known.get(segment)?.unread;
	}

	/** Number of matching entries written since reqscope started to watch, as of the last `advance`. */
	get arrived(): number {
		return this.#arrived;
	}

	countOf(segment: Segment): number {
		return this.#known.get(segment)?.held ?? 0;
	}

	of(segment: Segment): RowBits {
		return this.#known.get(segment)?.rows ?? null;
	}

	/**
	 * Updates the selection from the index. Returns false if the slice ends first. After it returns true, the selection is up to
	 * date until the caller yields.
	 */
	advance(slice: Pick<Slice, 'isOver'>): boolean {
		const {node, rolling, lineFacts} = this.#compiled;
		this.#time = this.#now();
		const moments = rolling.map(moment => moment());
		const arrived = (entries: number): void => {
			this.#arrived += entries;
		};
		let [count, unread, unreadable] = [0, 0, 0];
		let segments = 0;
		for (const epoch of this.#index.epochs) {
			for (const segment of epoch.segments) {
				const matches = this.#matchesOf(segment);
				let linesRead = 0;
				for (const fact of lineFacts) {
					linesRead += fact.rowsOf(segment).count;
				}
				const isArriving = segment.isFirsthand ? arrived : ignore;
				if (!matches.ask(node, moments, linesRead, slice, this.#pace, isArriving)) {
					return false;
				}
				count += matches.held;
				unread += matches.unreadCount;
				unreadable += matches.lostCount;
				segments++;
			}
		}
		if (this.#known.size > segments) {
			this.#forgetGone();
		}
		this.#count = count;
		this.#unread = unread;
		this.#maxUnread = unread === 0 ? 0 : Math.max(unread, this.#maxUnread);
		this.#unreadable = unreadable;
		return true;
	}

	wantAll(segment: Segment): void {
		this.#known.set(segment, SegmentMatches.all(segment));
	}

	#matchesOf(segment: Segment): SegmentMatches {
		const known = this.#known.get(segment);
		if (known !== undefined) {
			return known;
		}
		const matches = new SegmentMatches(segment, this.#compiled.lineFacts.length > 0);
		this.#known.set(segment, matches);
		return matches;
	}

	#forgetGone(): void {
		const present = new Set(this.#index.epochs.flatMap(({segments}) => segments));
		for (const segment of this.#known.keys()) {
			if (!present.has(segment)) {
				this.#known.delete(segment);
			}
		}
	}
}

function ignore(): void {}

import type {EntryIndex} from '../../source/index/entry-index.js';
import {MatchingIndex} from '../../source/index/matching-index.js';
import {boundsOf} from '../../source/query/bounds-of.js';
import {LineFacts} from '../../source/query/evaluation/line-facts.js';
import {Selection} from '../../source/query/evaluation/selection.js';
import type {Expression} from '../../source/query/expression.js';
import {parseQuery} from '../../source/query/parsing/parse-query.js';
import {anyCalendar} from '../../source/query/parsing/time-period.js';
import {decodeEntry} from '../../source/store/decode-entry.js';
import type {Entry} from '../../source/store/store.js';
import {knownRoutes} from './entry.js';
import type {Ingest} from './ingest.js';

/** Path of a file in the entries that `matched` returns. */
function pathOf(file: number): string {
	return `access-${file}.log`;
}

function parsed(search: string): Expression {
	return parseQuery(search, anyCalendar).expression;
}

/** Creates the selection of a search over an index whose files are named `access-0.log`, `access-1.log` and so on. */
function selectionIn(index: EntryIndex, search: string): Selection {
	return new Selection(parsed(search), {
		index,
		files: {path: pathOf, tokens: () => () => Number.NaN},
		routes: knownRoutes,
		lines: new LineFacts(index),
		now: () => 0,
	});
}

/** The number of entries read, and the entries that match a search. */
export type Matched = {
	readonly all: number;
	readonly count: number;
	/** Matching entries, newest first. */
	readonly entries: readonly Entry[];
};

export function matched({index, ingestion}: Ingest, search: string): Matched {
	const selection = selectionIn(index, search);
	selection.advance({isOver: false});
	const {refs} = index.older(undefined, 1_000_000, false, selection);
	return {
		all: index.count,
		count: selection.count,
		entries: refs.map(ref => {
			const {file} = ref.segment;
			const offset = ref.segment.offset(ref.row);
			return decodeEntry(ref, pathOf(file), ingestion.log(file)?.key?.token(offset) ?? 'none', knownRoutes);
		}),
	};
}

/** Creates an index that stores only the matches of `search`. An epoch ends at `texts` bytes of strings. */
export function matchingIndex(search: string, texts?: number): MatchingIndex {
	let selection: Selection | undefined;
	const index: MatchingIndex = new MatchingIndex(
		() => {
			selection ??= selectionIn(index, search);
			selection.advance({isOver: false});
			return selection;
		},
		{bounds: boundsOf(parsed(search), 0), ...(texts === undefined ? {} : {texts})},
	);
	return index;
}

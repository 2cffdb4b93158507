import type {Facets} from '../../answers/answers.js';
import {isEverything, type Query} from '../../query/query.js';
import type {Store} from '../../store/store.js';
import {type Block, blockFor, blockQuery, blockRows, blocksFor, summaryBlocks} from './blocks.js';
import type {AnsweredBlock} from './draw-blocks.js';

/** The parameters of a query for the blocks of an overview. */
export type BlocksQuestion = {
	readonly query: Query;
	/** Blocks side by side; 0: summary lines. */
	readonly columns: number;
	/** Rows of blocks, or number of summary lines. */
	readonly rows: number;
	/** True to count clients and visits. */
	readonly withVisits: boolean;
	/** Maximum number of values of a block. */
	readonly values: number;
	readonly [name: string]: unknown;
};

/** The answer without any match. */
const noFacets: Facets = {values: [], total: 0, distinct: 0, estimated: false, partial: false};

/** Number of values of a summary line. */
const summaryValues = 3;

/**
 * Queries a store for the blocks of an overview, by row; for summary lines, all in one row. The next block with values replaces a
 * block without values, or of a status class that the search names. If no request matches a search, the first summary lines stay,
 * without values.
 */
export async function askBlocks(
	store: Pick<Store, 'facets' | 'visits'>,
	{query, columns, rows, values, withVisits}: BlocksQuestion,
	signal: AbortSignal,
): Promise<ReadonlyArray<readonly AnsweredBlock[]>> {
	const ask = async (block: Block, n: number): Promise<AnsweredBlock> => {
		const {field, order = 'n'} = block;
		const options = {order, withFigures: true, signal};
		const facets = await store.facets(blockQuery(query, block), field, n, options);
		if (!(withVisits && block.hasVisits && facets.total > 0)) {
			return {block: blockFor(query, block), facets};
		}
		// A server may refuse to sort that many rows. The lists don't need it.
		const visits = await store.visits(query, signal).catch(() => undefined);
		signal.throwIfAborted();
		return {block: blockFor(query, block), facets, ...(visits && {visits})};
	};
	if (columns === 0) {
		const summaries = blocksFor(query, summaryBlocks);
		const found = await firstWith(summaries, rows, block => ask(block, summaryValues), new Set());
		// Without a match, the default lines have no values.
		return [
			found.length > 0 || isEverything(query)
				? found
				: summaries.slice(0, rows).map(block => ({block, facets: noFacets})),
		];
	}
	const shown = new Set<Block>();
	const found: (readonly AnsweredBlock[])[] = [];
	for (const blocks of blockRows(columns).slice(0, rows)) {
		found.push(await firstWith(blocksFor(query, blocks), columns, block => ask(block, values), shown));
	}
	return found;
}

/** Returns the first `wanted` blocks that have values and aren't shown yet. */
async function firstWith(
	blocks: readonly Block[],
	wanted: number,
	ask: (block: Block) => Promise<AnsweredBlock>,
	shown: Set<Block>,
): Promise<readonly AnsweredBlock[]> {
	const found: AnsweredBlock[] = [];
	for (const block of blocks) {
		if (found.length === wanted) {
			break;
		}
		if (!shown.has(block)) {
			const answered = await ask(block);
			if (hasValues(answered)) {
				shown.add(block);
				found.push(answered);
			}
		}
	}
	return found;
}

function hasValues({block, facets}: AnsweredBlock): boolean {
	const known = facets.values.filter(
		({value, figures}) => value !== null && (block.order !== 'p95' || figures?.p95 != null),
	);
	return known.length >= block.minValues;
}

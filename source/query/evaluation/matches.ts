import type {RowFilter} from '../../index/row-bits.js';

/** The entries that match, as rows of segments. */
export type Matches = RowFilter & {
	/** Matching entries held. */
	readonly count: number;
};

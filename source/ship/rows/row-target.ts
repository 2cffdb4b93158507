import type {TokenKey} from '../../index/token.js';
import type {KnownTexts} from './known-texts.js';
import type {TextColumns, ValueColumns} from './row-columns.js';

/** What the rows of a log are written with. */
export type RowTarget = {
	readonly values: ValueColumns;
	readonly texts: TextColumns;
	readonly known: KnownTexts;
	readonly key: TokenKey;
	/** The number of a format in its column. */
	readonly formatNumber: (format: number) => number;
};

import type {Entry} from '../../store/store.js';
import type {Row} from './row.js';

/** What a page is held by. */
export type Anchor = {
	readonly entry: Entry;
	/** Rows above it. */
	readonly line: number;
};

/** The anchor that a row of a page is; null when there is no such row. */
export function anchorAt(rows: readonly Row[], line: number): Anchor | null {
	const entry = rows[line]?.entry;
	return entry ? {entry, line} : null;
}

/** Whether an entry on a line is what an anchor holds there. */
export function isAnchor(anchor: Anchor | null, entry: Entry, line: number): boolean {
	return anchor?.entry.token === entry.token && anchor.line === line;
}

/** The anchor with so many rows more above it. */
export function lowered(anchor: Anchor, lines: number): Anchor {
	return lines === 0 ? anchor : {...anchor, line: Math.max(0, anchor.line + lines)};
}

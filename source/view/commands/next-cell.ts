import type {Column} from '../../listing/columns.js';

/** The cell to the right of another one, or to the left; at either end, the same. With none, the one at that end. */
export function nextCell(cell: Column | null, step: 1 | -1, shown: readonly Column[]): Column | null {
	const last = shown.length - 1;
	const place = cell === null ? -1 : shown.indexOf(cell);
	const next = place === -1 ? (step === 1 ? 0 : last) : place + step;
	return shown[Math.max(0, Math.min(last, next))] ?? null;
}

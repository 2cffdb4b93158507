/** Begins a synchronized update: terminals that support it show nothing until `endUpdate`. */
export const beginUpdate = '\u001B[?2026h';
/** See `beginUpdate`. */
export const endUpdate = '\u001B[?2026l';

/** Moves the cursor to the top left corner and erases the screen. */
export const homeAndErase = '\u001B[H\u001B[J';
export const hideCursor = '\u001B[?25l';

/** Enters the alternate screen, where lines can be addressed. */
export const enterOwnScreen = '\u001B[?1049h';
/** See `enterOwnScreen`. */
export const leaveOwnScreen = '\u001B[?1049l';

/** Moves the cursor to a column of its line, from 1. */
export function toColumn(column: number): string {
	return `\u001B[${column}G`;
}

/** Between these, a terminal that knows them shows nothing half done. */
export const beginUpdate = '\u001B[?2026h';
/** See `beginUpdate`. */
export const endUpdate = '\u001B[?2026l';

/** To the first column of the first line, and nothing from there on. */
export const homeAndErase = '\u001B[H\u001B[J';
/** The cursor is seen no longer. */
export const hideCursor = '\u001B[?25l';

/** The screen of a program's own, where lines have places. */
export const enterOwnScreen = '\u001B[?1049h';
/** See `enterOwnScreen`. */
export const leaveOwnScreen = '\u001B[?1049l';

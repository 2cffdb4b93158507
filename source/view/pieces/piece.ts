import type {Look} from '../themes/theme.js';

/** A piece of a line, safe for the terminal. */
export type Piece = {readonly text: string; readonly look?: Look | undefined};

/** A line of pieces, together no wider than the screen; `look` is of all of them, under their own. */
export type PieceLine = {readonly pieces: readonly Piece[]; readonly look?: Look | undefined};

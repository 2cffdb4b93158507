import type {Look} from '../theme.js';

/** A piece of a line, safe for the terminal. */
export type Piece = {readonly text: string; readonly look?: Look | undefined};

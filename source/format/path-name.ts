import {cutPath} from './cut-path.js';
import {sanitise} from './sanitise.js';

/** Returns the name of a path from the command line for the screen, in at most `width` columns. */
export function pathName(path: string, width: number): string {
	return path === '-' ? 'standard input' : cutPath(sanitise(path), width);
}

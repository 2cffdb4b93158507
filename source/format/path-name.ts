import {cutPath} from './cut-path.js';
import {sanitise} from './sanitise.js';

/** What a path of the command line is called on the screen, in at most `width` columns. */
export function pathName(path: string, width: number): string {
	return path === '-' ? 'standard input' : cutPath(sanitise(path), width);
}

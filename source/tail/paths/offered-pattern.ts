import {join} from 'node:path';
import {shellPath} from '../../shell-word.js';

/** Escapes the characters of a name that are special in a glob pattern. */
export function globEscaped(name: string): string {
	return name.replaceAll(/[\\*?[\]{}()!|"^$+@]/g, String.raw`\$&`);
}

/**
 * Returns a glob pattern as a word for a shell.
 * @param rest - the pattern within the directory
 */
export function offeredPattern(directory: string, rest: string): string {
	return shellPath(join(globEscaped(directory), rest), 'PATTERN');
}

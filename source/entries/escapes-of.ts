import {allFormats} from './chosen-readers.js';
import type {Escapes} from './values/decode-text.js';

/** How the logs of a format escape, by its number; `none` where there is no such format. */
export function escapesOf(format: number): Escapes {
	return allFormats[format]?.escapes ?? 'none';
}

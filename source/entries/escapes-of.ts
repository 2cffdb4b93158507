import {allFormats} from './chosen-readers.js';
import type {Escapes} from './values/decode-text.js';

/** Returns the escaping that logs of a format use; `none` for an unknown format number. */
export function escapesOf(format: number): Escapes {
	return allFormats[format]?.escapes ?? 'none';
}

import {allFormats} from './chosen-readers.js';
import type {Escapes} from './values/decode-text.js';

/** How the logs of a format escape, by its number; `none` where there is no such format. */
export const escapesOf = (format: number): Escapes => allFormats[format]?.escapes ?? 'none';

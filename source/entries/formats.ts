import type {Format, FormatReader} from './format.js';
import {clfFamily} from './formats/clf-family.js';
import {otherOrder} from './formats/clf-order.js';
import {w3cFamily} from './formats/w3c.js';
import {json} from './json/json-reader.js';
import {patternReader} from './pattern/pattern-reader.js';
import {textFormats} from './text-formats.js';

const patternReaders = textFormats.map(patternReader);

/** All readers, most frequent first. */
export const readers: readonly FormatReader[] = [
	clfFamily,
	json,
	w3cFamily,
	...patternReaders,
	otherOrder([clfFamily, ...patternReaders]),
];

/** Every built-in format. Its number is its index here. A reader numbers its formats from its first one. */
export const formats: readonly Format[] = readers.flatMap(reader => reader.formats);

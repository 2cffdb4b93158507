import type {Format, FormatReader} from './format.js';
import {clfFamily} from './formats/clf-family.js';
import {w3cFamily} from './formats/w3c.js';
import {json} from './json/json-reader.js';
import {patternReader} from './pattern/pattern-reader.js';
import {textFormats} from './text-formats.js';

/** All that reads lines. The frequent ones stand first. */
export const readers: readonly FormatReader[] = [
	clfFamily,
	json,
	w3cFamily,
	...textFormats.map(patternReader),
];

/** Every format. Its number is its place here: readers count theirs from that of their first. */
export const formats: readonly Format[] = readers.flatMap(reader => reader.formats);

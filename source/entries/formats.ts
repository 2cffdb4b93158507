import type {Format, FormatReader} from './format.js';
import {clfFamily} from './formats/clf-family.js';
import {timeFirst} from './formats/time-first.js';
import {json} from './json/json-reader.js';

/** All that reads lines. The frequent ones stand first. */
export const readers: readonly FormatReader[] = [clfFamily, json, timeFirst];

/** Every format. Its number is its place here: readers count theirs from that of their first. */
export const formats: readonly Format[] = readers.flatMap(reader => reader.formats);

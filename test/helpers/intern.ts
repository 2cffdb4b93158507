import type {Dictionary} from '../../source/index/dictionary.js';

/** Returns the id that a dictionary assigns to the text `source[start, end)`. */
export function intern(dictionary: Dictionary, source: Buffer, start: number, end: number): number {
	const ids = new Uint32Array(1);
	dictionary.internAll(source, {starts: Int32Array.of(start), ends: Int32Array.of(end)}, 0, 1, ids);
	return ids[0] ?? 0;
}

import {closeBrace, openBrace, slash} from '../ascii.js';
import {kinds} from './change.js';
import {mappedMarks, type Values} from './values.js';

/** Number of segments of the longest prefix. */
const maxSegments = 2;

/** Maximum length of a prefix, in bytes. */
const maxLength = 255;

/** Ends of the prefixes of a route, after their last slash. */
const ends = new Uint32Array(maxSegments);

/**
 * Returns the values of the prefixes of the routes: `/blog/*` and `/blog/2026/*`. Articles, whose routes are all different, have
 * nothing else in common.
 */
export async function pathPrefixes(routes: Values): Promise<Values> {
	const {counts: ofRoutes} = routes;
	/** For each number of segments, the prefix of each route. */
	const layers = Array.from({length: maxSegments}, () => new Uint32Array(ofRoutes.length / kinds));
	const numbers = new Map<string, number>();
	await routes.each((route, text) => {
		const {bytes, start, end} =
			typeof text === 'string' ? {bytes: Buffer.from(text), start: 0, end: Buffer.byteLength(text)} : text;
		const segments = findPrefixes(bytes, start, end);
		for (let index = 0; index < segments; index++) {
			const prefix = bytes.toString('latin1', start, ends[index]);
			const number = numbers.get(prefix) ?? numbers.size + 1;
			numbers.set(prefix, number);
			const layer = layers[index] as Uint32Array;
			layer[route] = number;
		}
	});
	const counts = new Uint32Array(kinds * (numbers.size + 1));
	for (const layer of layers) {
		addCounts(ofRoutes, layer, counts);
	}
	return {
		counts,
		marked: marks => layers.flatMap(layer => routes.marked(mappedMarks(layer, marks))),
		async each(visit) {
			for (const [prefix, number] of numbers) {
				visit(number, `${Buffer.from(prefix, 'latin1').toString()}*`);
			}
		},
	};
}

/** Finds the prefixes of a route that have no parameter: see `ends`. Returns their number. */
function findPrefixes(bytes: Uint8Array, start: number, end: number): number {
	let found = 0;
	if (bytes[start] !== slash) {
		return 0;
	}
	for (let index = start + 1; index < Math.min(end, start + maxLength) && found < maxSegments; index++) {
		const byte = bytes[index];
		if (byte === openBrace || byte === closeBrace || (byte === slash && bytes[index - 1] === slash)) {
			return found;
		}
		if (byte === slash) {
			ends[found++] = index + 1;
		}
	}
	return found;
}

/** Adds the counts of the routes to the counts of their prefixes. */
function addCounts(ofRoutes: Uint32Array, layer: Uint32Array, counts: Uint32Array): void {
	for (let route = 1; route < layer.length; route++) {
		const to = kinds * (layer[route] ?? 0);
		for (let kind = to === 0 ? kinds : 0; kind < kinds; kind++) {
			counts[to + kind] = (counts[to + kind] ?? 0) + (ofRoutes[kinds * route + kind] ?? 0);
		}
	}
}

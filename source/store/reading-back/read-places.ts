import type {LogFile} from '../../tail/log-file.js';
import type {LinePlace} from '../reading/unrecognised-places.js';
import type {Meanwhile} from './come-to.js';
import {readRawLines} from './raw-lines.js';

/**
 * Reads lines of several files back, given the file of each number, in the order in which they are asked for; null for
 * one that can't be read any more. Rejects with the signal's reason.
 */
export const readPlaces = async (
	logOf: (number: number) => LogFile | undefined,
	places: readonly LinePlace[],
	meanwhile: Meanwhile,
): Promise<ReadonlyArray<Uint8Array | null>> => {
	const ofLogs = new Map<number, number[]>();
	for (const [index, {log}] of places.entries()) {
		const others = ofLogs.get(log);
		if (others === undefined) {
			ofLogs.set(log, [index]);
		} else {
			others.push(index);
		}
	}
	const lines: Array<Uint8Array | null> = places.map(() => null);
	for (const [number, indexes] of ofLogs) {
		const file = logOf(number);
		const offsets = indexes.map(index => places[index]?.offset ?? 0);
		const read = file === undefined ? [] : await readRawLines(file, offsets, meanwhile);
		meanwhile.signal?.throwIfAborted();
		for (const [order, index] of indexes.entries()) {
			lines[index] = read[order] ?? null;
		}
	}
	return lines;
};

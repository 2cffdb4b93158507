import type {LogFile} from '../../tail/log-file.js';
import type {Entry} from '../store.js';
import type {Meanwhile} from './come-to.js';
import {isLikelyLineOf} from './is-line-of.js';
import {readPlaces} from './read-places.js';

/**
 * Reads the lines of entries back, as `readPlaces` does; null, too, where a part of the file was written over, and another
 * line stands there now, or the rest of one.
 * @param choice - the format that lines are read in, where one was given: see `chosenReaders`
 */
export const readLogged = async (
	logOf: (number: number) => LogFile | undefined,
	entries: readonly Entry[],
	meanwhile: Meanwhile,
	choice?: string,
): Promise<ReadonlyArray<Uint8Array | null>> => {
	const places = entries.map(({position, offset}) => ({log: position.file, offset}));
	const lines = await readPlaces(logOf, places, meanwhile);
	return entries.map((entry, index) => {
		const line = lines[index] ?? null;
		return line !== null && isLikelyLineOf(entry, line, choice) ? line : null;
	});
};

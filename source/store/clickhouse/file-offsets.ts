import type {ArrivalMark} from '../store.js';
import type {ParameterList} from './compile/parameter-list.js';
import type {SourceFiles} from './source-files.js';

/** In a mark, stands beside the files, which have numbers from 0 on, for since when it is looked for what is new. */
const watermark = -1;

/**
 * How far a reader has come: per file, the offset of the first byte after what it has read, and since when rows may have
 * been taken in that it hasn't.
 */
export type Reached = {readonly since: number; readonly offsets: ReadonlyMap<number, number>};

/** How far as a store's mark. */
export const markOf = ({since, offsets}: Reached): ArrivalMark => new Map([...offsets, [watermark, since]]);

/** How far a mark is; `start`: where there is none. */
export const reachedBy = (mark: ArrivalMark | null, start: Reached): Reached => {
	if (mark === null) {
		return start;
	}
	const offsets = new Map([...start.offsets, ...mark]);
	offsets.delete(watermark);
	return {since: mark.get(watermark) ?? start.since, offsets};
};

/** The condition that a row is after what has been reached. */
export const afterReached = (
	{since, offsets}: Reached,
	parameters: ParameterList,
	files: SourceFiles,
): string => {
	const later = `ingested >= fromUnixTimestamp64Milli(${parameters.add('Int64', since)}, 'UTC')`;
	if (offsets.size === 0) {
		return later;
	}
	const names = [...offsets.keys()].map(number => {
		const {source, file} = files.of(number);
		return `${source} ${file}`;
	});
	const known = parameters.add('Array(String)', names);
	const next = parameters.add('Array(UInt64)', [...offsets.values()]);
	return `${later} AND offset >= transform(concat(source, ' ', toString(file)), ${known}, ${next}, toUInt64(0))`;
};

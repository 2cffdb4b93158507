import type {Archive, LogFile} from '../../tail/log-file.js';
import {ArchivePast} from '../past/archive-past.js';
import {longestWait} from '../reading/patience.js';
import type {ArchiveLines, LogLines} from './log-lines.js';

/** What an archive is read with and into. */
type OpenArchiveOptions = {
	readonly lines: LogLines;
	/** What takes its lines. */
	readonly target: ArchiveLines;
	/** Size of the chunks that are read, bytes. */
	readonly chunk: number;
	/** Whether nothing is added to the file any more. */
	readonly isEnded: () => boolean;
	/** See `ArchivePast`. */
	readonly pastRead?: () => void;
	/** See `ArchivePast`. */
	readonly unwanted?: number;
	/** There is something to do again. */
	readonly wake: () => void;
};

/** What reads an archive and brings its lines into the index. */
export const openArchive = (
	file: LogFile,
	archive: Archive,
	{lines, target, chunk, ...options}: OpenArchiveOptions,
): ArchivePast => {
	const {lines: taker, partDone} = target;
	return new ArchivePast(file, archive, {
		chunk,
		write: (bytes, length) => {
			lines.write(taker, bytes, length);
			partDone();
		},
		finish: lost => {
			lines.finish(taker);
			partDone();
			if (lost > 0) {
				lines.sayLost(lost);
			}
		},
		longestWait,
		...options,
	});
};

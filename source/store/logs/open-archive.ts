import type {Archive, LogFile} from '../../bytes/log-file.js';
import {ArchivePast} from '../past/archive-past.js';
import {longestWait} from '../reading/patience.js';
import type {LogLines} from './log-lines.js';

/** What an archive is read with and into. */
export type OpenArchiveOptions = {
	readonly lines: LogLines;
	/** Size of the chunks that are read, bytes. */
	readonly chunk: number;
	/** Whether nothing is added to the file any more. */
	readonly isEnded: () => boolean;
	/** There is something to do again. */
	readonly wake: () => void;
};

/** What reads an archive and brings its lines into the index. */
export const openArchive = (
	file: LogFile,
	archive: Archive,
	{lines, chunk, isEnded, wake}: OpenArchiveOptions,
): ArchivePast => {
	const {lines: target, partDone} = lines.archived(archive);
	return new ArchivePast(file, archive, {
		chunk,
		write: (bytes, length) => {
			lines.write(target, bytes, length);
			partDone();
		},
		finish: lost => {
			lines.finish(target);
			partDone();
			if (lost > 0) {
				lines.sayLost(lost);
			}
		},
		isEnded,
		longestWait,
		wake,
	});
};

import {ArchiveReader} from '../archives/archive-reader.js';
import {ArchiveText} from '../archives/archive-text.js';
import type {Compression} from '../archives/compression.js';
import type {KeptText} from '../archives/kept-text.js';
import type {LogFile} from '../log-file.js';
import type {Begun} from './beginnings.js';
import {storedSize} from './likeness.js';

/**
 * Whether the text of an archive that was missed is that of one of the logs that begin like it, or it can't be told:
 * then it isn't one more. It is decoded only where its time and size leave that open.
 *
 * @param archive.modified When it was written last, milliseconds since 1970.
 * @param archive.wasWritten Whether one of the logs was written at that time.
 */
export async function isSameLog(
	archive: {
		readonly file: Pick<LogFile, 'read' | 'size'>;
		readonly compression: Compression;
		readonly modified: number;
		readonly wasWritten: boolean;
	},
	logs: readonly Begun[],
	keptText: KeptText,
): Promise<boolean> {
	const {file, compression, modified, wasWritten} = archive;
	const guards = logs.map(({guard}) => guard).filter(guard => guard !== undefined);
	const isRead = logs.some(({modified: other}) => other?.() === modified);
	const isUnknown = logs.some(log => log.guard === undefined && log.modified === undefined);
	if (isRead || isUnknown) {
		return true;
	}

	if (wasWritten) {
		const size = await storedSize(file, compression);
		if (guards.some(guard => guard.size % 2 ** 32 === size)) {
			return true;
		}
	}

	const text = new ArchiveText(file, compression, keptText);
	const source = {
		read: (target: Uint8Array, position: number, length: number) =>
			text.read(target.subarray(0, length), position),
	};
	try {
		// What stands further back would have to be decoded once more.
		for (const guard of guards.toSorted((a, b) => a.size - b.size)) {
			if (await guard.isIn(source)) {
				return true;
			}
		}
	} finally {
		text.close();
	}

	const size = await wholeSize(file, compression);
	// A log may have been written on after it was compressed.
	return size === undefined || (wasWritten && guards.some(guard => size <= guard.size));
}

/** Bytes of text; undefined when the archive ends in the middle, or is damaged. */
async function wholeSize(
	file: Pick<LogFile, 'read' | 'size'>,
	compression: Compression,
): Promise<number | undefined> {
	const reader = new ArchiveReader(file, compression);
	let size = 0;
	for (let piece = await reader.next(); piece !== undefined; piece = await reader.next()) {
		size += piece.length;
	}

	const isWhole = reader.damage === undefined && (await reader.isComplete());
	reader.close();
	return isWhole ? size : undefined;
}

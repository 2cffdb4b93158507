import type {LogFile} from '../../bytes/log-file.js';
import {readFully} from '../../bytes/read-fully.js';
import type {Holding} from './ledger.js';

/** An archive to which nothing was added for so long is whole, milliseconds. */
const writingTime = 10_000;

/**
 * The bytes before an offset; `no`: it hasn't so many. An archive that was written a moment ago may have more in a moment.
 */
export const readBefore = async (
	file: LogFile,
	offset: number,
	length: number,
	readSize: number,
): Promise<Buffer | Exclude<Holding, 'yes'>> => {
	const {archive} = file;
	if (archive !== undefined) {
		// What is in an archive is only known once it has been decoded.
		const scrap = Buffer.allocUnsafeSlow(readSize);
		while (file.size < offset && (await file.read(scrap, file.size)) > 0) {}
	}
	if (offset > file.size) {
		const isWhole = archive === undefined || file.gone;
		const isWritten = archive?.left === 0 && Date.now() - archive.modified > writingTime;
		return isWhole || isWritten ? 'no' : 'unknown';
	}
	const bytes = Buffer.allocUnsafe(length);
	return (await readFully(file, bytes, offset - length)) === length ? bytes : file.gone ? 'no' : 'unknown';
};

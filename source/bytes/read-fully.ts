import type {LogFile} from './log-file.js';

/** Reads until `target` is full or nothing more can be read. Resolves with the number of bytes. */
export const readFully = async (
	file: Pick<LogFile, 'read'>,
	target: Uint8Array,
	position: number,
): Promise<number> => {
	let length = 0;
	while (length < target.length) {
		const read = await file.read(target.subarray(length), position + length);
		if (read === 0) {
			break;
		}
		length += read;
	}
	return length;
};

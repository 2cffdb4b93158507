import type {LogFile} from '../../tail/log-file.js';

/** What may be wanted while something takes long. */
export type Meanwhile = {
	readonly signal?: AbortSignal | undefined;
	/** Told how many bytes have been decoded, and how many it takes, each time there are more. */
	readonly progress?: ((decoded: number, wanted: number) => void) | undefined;
};

/**
 * Decodes what stands before a place in a file, where it takes that to read there. In small pieces, so that it can be
 * given up between them: it takes seconds for a gigabyte. Rejects with the signal's reason.
 */
export const comeTo = async (file: LogFile, offset: number, {signal, progress}: Meanwhile): Promise<void> => {
	let before = -1;
	for (;;) {
		const decoded = (await file.approach?.(offset)) ?? offset;
		signal?.throwIfAborted();
		if (decoded >= offset || decoded <= before) {
			return;
		}
		before = decoded;
		progress?.(decoded, offset);
		signal?.throwIfAborted();
	}
};

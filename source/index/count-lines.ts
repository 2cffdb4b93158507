import type {UsualFormats} from '../entries/usual-formats.js';
import {Kernel, places} from '../kernel/kernel.js';
import type {Lines} from '../lines/lines.js';

let kernel: Kernel | undefined;

/** Like `EntrySink.addLines`, but nothing is kept of the entries. There must be no more lines than a batch takes. */
export const countLines = (lines: Lines, first: number, formats: UsualFormats): number => {
	kernel ??= Kernel.take();
	const {bytes, starts, ends, size} = lines;
	const base = starts[first] ?? 0;
	kernel.words.set(starts.subarray(first, size), places.lineStarts);
	kernel.words.set(ends.subarray(first, size), places.lineEnds);
	kernel.load(bytes, base, ends[size - 1] ?? 0);
	return first + kernel.scan(size - first, 0, base, formats);
};

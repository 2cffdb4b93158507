import {dirname, resolve} from 'node:path';
import type {RotatedFile} from '../../tail/rotation/rotated-files.js';
import type {LogRecord} from './checkpoint.js';

/** A rotated file; compressed or not, going by its name. */
export type FoundFile = RotatedFile & {readonly isCompressed: boolean};

/**
 * The files that were shipped to their ends, as far as that is known without looking into them, and the records of it: of
 * a log of this directory that was written last at that very time and has, unless it is compressed, that size. Where
 * there are more such files than records it isn't known of any.
 */
export function shippedFiles(
	files: readonly FoundFile[],
	logs: readonly LogRecord[],
): ReadonlyMap<FoundFile, LogRecord> {
	const shipped = new Map<FoundFile, LogRecord>();
	const match = (
		keyOfFile: (file: FoundFile) => string | undefined,
		keyOfRecord: (record: LogRecord, modified: number) => string,
	): void => {
		const used = new Set(shipped.values());
		const records = new Map<string, LogRecord[]>();
		for (const record of logs) {
			if (record.isDone && record.modified !== null && !used.has(record)) {
				const key = `${dirname(record.path)} ${keyOfRecord(record, record.modified)}`;
				records.set(key, [...(records.get(key) ?? []), record]);
			}
		}
		const groups = new Map<string, FoundFile[]>();
		for (const file of files.filter(file => !shipped.has(file))) {
			const key = keyOfFile(file);
			if (key !== undefined) {
				const whole = `${dirname(resolve(file.path))} ${key}`;
				groups.set(whole, [...(groups.get(whole) ?? []), file]);
			}
		}
		for (const [key, group] of groups) {
			const known = records.get(key) ?? [];
			for (const [index, file] of group.entries()) {
				const record = known[index];
				if (record !== undefined && group.length <= known.length) {
					shipped.set(file, record);
				}
			}
		}
	};
	const timeOf = ({stats}: FoundFile): number => Number(stats.mtimeNs / 1_000_000n);
	match(
		file => (file.isCompressed ? undefined : `${timeOf(file)} ${file.stats.size}`),
		({size}, modified) => `${modified} ${size}`,
	);
	match(
		file => (file.isCompressed ? `${timeOf(file)}` : undefined),
		(_record, modified) => `${modified}`,
	);
	// What compresses may copy no more of the time than whole seconds.
	match(
		file => (file.isCompressed && file.stats.mtimeNs % 1_000_000_000n === 0n ? `${timeOf(file)}` : undefined),
		(_record, modified) => `${modified - (modified % 1000)}`,
	);
	return shipped;
}

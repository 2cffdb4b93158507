import {dirname, resolve} from 'node:path';
import type {RotatedFile} from '../../../tail/rotation/rotated-files.js';
import type {LogRecord} from './checkpoint.js';

/** A rotated file. Its name decides whether it is compressed. */
export type FoundFile = RotatedFile & {readonly isCompressed: boolean};

/**
 * Returns the files known to be shipped to their end without examining their content, with their records. A file matches a
 * finished log of the same directory with the same modification time and, unless compressed, the same size. If more files than
 * records match, none of these files counts as shipped.
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
	// Compression may keep only whole seconds of the time.
	match(
		file => (file.isCompressed && file.stats.mtimeNs % 1_000_000_000n === 0n ? `${timeOf(file)}` : undefined),
		(_record, modified) => `${modified - (modified % 1000)}`,
	);
	return shipped;
}

import type {MarkRecord} from './mark-record.js';

/** What has been kept can't be read: it isn't touched then. */
export class BrokenMarks extends Error {}

/** Records as they are kept: one a line, as JSON. */
export const markLines = (records: readonly MarkRecord[]): string =>
	records.map(record => `${JSON.stringify(record)}\n`).join('');

/**
 * The records that these lines keep.
 * @throws BrokenMarks for a line that is none of them
 */
export const readMarkLines = (text: string): readonly MarkRecord[] =>
	text.split('\n').flatMap((line, index) => {
		if (line === '') {
			return [];
		}
		const record = recordIn(line);
		if (record === null) {
			throw new BrokenMarks(`its line ${index + 1} is no mark`);
		}
		return [record];
	});

const recordIn = (line: string): MarkRecord | null => {
	const value = parsed(line);
	if (typeof value !== 'object' || value === null || !('kind' in value)) {
		return null;
	}
	const {kind, time, made, token, text, logs} = value as Readonly<Record<string, unknown>>;
	if (!isTime(time) || !isTexts(logs)) {
		return null;
	}
	if (kind === 'mark' && isTime(made) && typeof token === 'string') {
		return {kind, token, time, made, logs};
	}
	return kind === 'separator' && typeof text === 'string' ? {kind, time, text, logs} : null;
};

const parsed = (line: string): unknown => {
	try {
		return JSON.parse(line);
	} catch {
		return null;
	}
};

const isTime = (value: unknown): value is number => typeof value === 'number';

const isTexts = (value: unknown): value is readonly string[] =>
	Array.isArray(value) && value.every(item => typeof item === 'string');

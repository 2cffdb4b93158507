import {basename} from 'node:path';
import {type Identity, identityOf, isTimeOf, latestOf} from '../files/open-file.js';
import {type RotatedFile, type RotatedFiles, uncompressedName} from './rotated-files.js';

/** The file that was at a path, and the one that has taken its place. */
export type Replaced = {
	readonly identity: Identity;
	/** When the one before was written last, milliseconds since 1970. */
	readonly until: number;
	/** When the one that is there now was made, milliseconds since 1970; 0 where the file system doesn't say. */
	readonly from: number;
};

/** A server that is rotated may take so long to open its new log, and log so seldom, milliseconds. */
const longestGap = 2000;

/**
 * Whether nothing speaks for a file having been at a path in between, which is gone: either the rotated files are
 * numbered on from the one that was there before, or each was made about when the one before was written last.
 *
 * @param since What was made after that moment may have been at the path in between, milliseconds since 1970.
 */
export function isGapless(
	log: string,
	{plain, compressed}: RotatedFiles,
	replaced: Replaced,
	since: number,
): boolean {
	const numbers = new Set([...plain, ...compressed].map(({path}) => numberOf(path, log)));
	const before =
		plain.find(({stats}) => identityOf(stats) === replaced.identity) ??
		compressed.find(({stats}) => isTimeOf(stats.mtimeNs, replaced.until));
	const number = before === undefined ? undefined : numberOf(before.path, log);
	if (number !== undefined) {
		return Array.from({length: Math.max(0, number - 1)}, (_, n) => n + 1).every(other => numbers.has(other));
	}

	if (replaced.from === 0) {
		return false;
	}

	const wasMade = ({stats}: RotatedFile) => Number(stats.birthtimeNs / 1_000_000n) >= since;
	const spans = [
		...plain.filter(wasMade).map(({stats}) => ({
			from: Number(stats.birthtimeNs / 1_000_000n),
			until: Number(stats.mtimeNs / 1_000_000n),
		})),
		// When the text of these was begun, nobody knows. But the oldest are deleted first.
		...compressed.filter(wasMade).map(({stats}) => {
			const until = latestOf(stats.mtimeNs);
			return {from: before === undefined ? until : 0, until};
		}),
	];
	let until = replaced.until;
	for (const span of spans.toSorted((a, b) => a.until - b.until)) {
		if (span.from - until > longestGap) {
			return false;
		}

		until = Math.max(until, span.until);
	}

	return replaced.from - until <= longestGap;
}

/** The number that rotation has given to a file of a log; undefined for a date or a word. */
function numberOf(path: string, log: string): number | undefined {
	const name = basename(uncompressedName(path) ?? path);
	const ofLog = basename(log);
	const dot = ofLog.lastIndexOf('.');
	const stem = dot > 0 ? ofLog.slice(0, dot) : ofLog;
	const mark = name.startsWith(ofLog)
		? name.slice(ofLog.length)
		: name.slice(stem.length, name.length - (ofLog.length - stem.length));
	const digits = /^[._-](\d{1,3})$/.exec(mark)?.[1];
	return digits === undefined ? undefined : Number(digits);
}

/** What the user is told where a log was rotated more than once between two looks at it. */
export function unseenText(files: string): string {
	return `rotated several times within a moment; what was written in between is read from ${files}.`;
}

/** The same where that can't be decoded here. */
export function unreadText(file: string, problem: string): string {
	return `rotated several times within a moment; what was written in between is in ${file}, which is not read: ${problem}`;
}

/** What the user is told where a log that was replaced wasn't looked at for so long, milliseconds, and files are gone. */
export function gapText(pause: number, files: string): string {
	const read = files === '' ? '' : `; what was written in between is read from ${files}`;
	return (
		`not looked at for ${Math.round(pause / 1000)} s, and replaced meanwhile${read}. ` +
		'Files in between that were moved elsewhere or deleted are not read, so lines may be missing, an unknown amount.'
	);
}

/** The same where that can't be opened. */
export function lockedText(file: string, problem: string): string {
	return `rotated several times within a moment; what was written in between is in ${file}, which can not be read (${problem}), so its lines are missing.`;
}

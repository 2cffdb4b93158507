import {basename} from 'node:path';
import {type Identity, identityOf, isTimeOf, maxTimeOf} from '../files/open-file.js';
import {type RotatedFile, type RotatedFiles, uncompressedName} from './rotated-files.js';

/** The previous file at a path, and the times around its replacement. */
export type Replaced = {
	readonly identity: Identity;
	/** Time of the last write to the previous file, in ms since 1970. */
	readonly until: number;
	/** Creation time of the new file, in ms since 1970; 0 if the file system doesn't record it. */
	readonly from: number;
};

/**
 * Maximum time, in ms, between the last write to a log and the creation of the next one. It allows for a server that opens its
 * new log slowly or logs rarely.
 */
const maxGap = 2000;

/**
 * Returns true if there is no sign that a file was at the path in between and is gone: the rotated files newer than the previous
 * file have consecutive numbers, or each file was created around the time of its predecessor's last write.
 *
 * @param since Files created after this moment may have been at the path in between. In ms since 1970.
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
		// The time at which the text of an archive was begun isn't known. But rotation deletes the oldest files first.
		...compressed.filter(wasMade).map(({stats}) => {
			const until = maxTimeOf(stats.mtimeNs);
			return {from: before === undefined ? until : 0, until};
		}),
	];
	let until = replaced.until;
	for (const span of spans.toSorted((a, b) => a.until - b.until)) {
		if (span.from - until > maxGap) {
			return false;
		}
		until = Math.max(until, span.until);
	}
	return replaced.from - until <= maxGap;
}

/** Returns the number that rotation gave to a file of a log; undefined for a date or a word. */
function numberOf(path: string, log: string): number | undefined {
	const name = basename(uncompressedName(path) ?? path);
	const ofLog = basename(log);
	const dot = ofLog.lastIndexOf('.');
	const stem = dot > 0 ? ofLog.slice(0, dot) : ofLog;
	const suffix = name.startsWith(ofLog)
		? name.slice(ofLog.length)
		: name.slice(stem.length, name.length - (ofLog.length - stem.length));
	const digits = /^[._-](\d{1,3})$/.exec(suffix)?.[1];
	return digits === undefined ? undefined : Number(digits);
}

/** Returns the notice for a log that was rotated more than once between two polls. */
export function unseenText(files: string): string {
	return `rotated several times within a moment; the lines in between are read from ${files}.`;
}

/** Returns the notice for a missed rotated file in an unsupported format. */
export function unreadText(file: string, problem: string): string {
	return `rotated several times within a moment; the lines in between are in ${file}, which is not read: ${problem}`;
}

/**
 * Returns the notice for a log that was replaced during a long pause between polls if files of that time are gone.
 *
 * @param pause In ms.
 */
export function gapText(pause: number, files: string): string {
	const read = files === '' ? '' : `; the lines in between are read from ${files}`;
	return (
		`not checked for ${Math.round(pause / 1000)} s and replaced in that time${read}. ` +
		'Files in between that were moved elsewhere or deleted are not read, so lines may be missing, an unknown amount.'
	);
}

/** Returns the notice for a missed rotated file that can't be opened. */
export function lockedText(file: string, problem: string): string {
	return `rotated several times within a moment; the lines in between are in ${file}, which can not be read (${problem}), so they are missing.`;
}

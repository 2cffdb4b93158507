import {stat} from 'node:fs/promises';
import {basename, dirname, resolve} from 'node:path';
import {identityOf} from '../bytes/identity.js';
import {logNames, rotatedFiles} from '../bytes/rotated-files.js';
import {isRotatedName, uncompressedName} from '../bytes/rotated-name.js';
import type {Checkpoint, LogRecord} from './checkpoint.js';

/** Since when a path may have had logs that weren't shipped to their end, and which files are known to be such. */
type Search = {
	readonly path: string;
	readonly since: number;
	readonly identities: ReadonlySet<string | null>;
};

/**
 * Finds the files that aren't followed anyway and have something to be shipped: those that were rotated away before they
 * were shipped to their end, and what came to be in their place and was rotated away while nobody shipped.
 *
 * @param paths What is followed anyway.
 */
export const leftBehind = async (
	checkpoint: Checkpoint,
	paths: readonly string[],
): Promise<readonly string[]> => {
	const known = new Set(paths.map(path => resolve(path)));
	const found = new Set<string>();
	const add = (path: string): void => {
		if (!known.has(resolve(path))) {
			known.add(resolve(path));
			found.add(path);
		}
	};
	for (const {path, since, identities} of searches(checkpoint)) {
		const {plain, compressed} = await rotatedFiles(await logNames(path));
		for (const {path: file, stats} of [...plain, ...compressed]) {
			// Log times, and those of some file systems, are whole seconds.
			const isNew = Number(stats.mtimeMs) >= since - (since % 1000);
			if (isNew || identities.has(identityOf(stats))) {
				add(file);
			}
		}
	}
	for (const {path} of checkpoint.logs.filter(({isDone}) => !isDone)) {
		if (await stat(path).catch(() => undefined)) {
			add(path);
		}
	}
	return [...found];
};

/** Files that were written last before that moment, milliseconds since 1970, have nothing to be shipped. */
export const unshippedSince = ({saved, logs}: Pick<Checkpoint, 'saved' | 'logs'>): number => {
	const unfinished = logs.filter(({isDone}) => !isDone);
	// A line is written after what it tells of has begun; a time to come says nothing.
	return Math.min(saved, ...unfinished.map(({place, seen}) => (place.time > 0 ? place.time : seen)));
};

const searches = ({logs, beginnings, saved}: Checkpoint): readonly Search[] => {
	const rootOf = ({path}: LogRecord): string =>
		beginnings.find(beginning => isOf(path, beginning.path))?.path ?? path;
	const paths = new Set([...logs.map(rootOf), ...beginnings.map(({path}) => path)]);
	return Array.from(paths, path => {
		const records = logs.filter(record => rootOf(record) === path);
		const unfinished = records.filter(({isDone}) => !isDone);
		const since = unshippedSince({saved, logs: records});
		const beginning = beginnings.find(other => other.path === path);
		// What is older than the first start was never asked for, whatever a log says of its times.
		const begun = beginning?.begun ?? Math.min(saved, ...beginnings.map(({begun}) => begun));
		const isFirst = records.length === 0;
		return {
			path,
			since: isFirst ? begun : Math.max(begun, since),
			identities: new Set([
				isFirst ? (beginning?.identity ?? null) : null,
				...unfinished.map(({identity}) => identity),
			]),
		};
	});
};

/** Whether a file is a log, or one that was rotated away from it, going by their names. */
const isOf = (path: string, log: string): boolean =>
	path === log ||
	(dirname(resolve(path)) === dirname(resolve(log)) &&
		isRotatedName(uncompressedName(basename(path)) ?? basename(path), basename(log)));

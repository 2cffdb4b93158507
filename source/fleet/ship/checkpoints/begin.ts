import {stat} from 'node:fs/promises';
import {basename, dirname, resolve} from 'node:path';
import {identityOf} from '../../../tail/files/open-file.js';
import {scanSource} from '../../../tail/paths/path-set.js';
import {isRotatedOrCompressed} from '../../../tail/rotation/rotated-files.js';
import type {Beginning, Checkpoint} from './checkpoint.js';

/** Returns the checkpoint with which shipping of these paths begins or continues. Save it before anything else. */
export async function begin(
	known: Checkpoint | undefined,
	source: string,
	target: string,
	paths: readonly string[],
): Promise<Checkpoint> {
	const earlier = known?.beginnings ?? [];
	const logs = await logsAt(paths);
	const added = logs.filter(path => !earlier.some(beginning => beginning.path === path));
	const now = Date.now();
	const beginnings = await Promise.all(added.map(path => beginningOf(path, now)));
	return {
		...(known ?? {version: 1, source, target, saved: now, logs: [], plan: null}),
		beginnings: [...earlier, ...beginnings],
	};
}

/** Returns the files that the paths currently match, without rotated files of other logs among them. */
async function logsAt(paths: readonly string[]): Promise<readonly string[]> {
	const scans = await Promise.all(paths.filter(path => path !== '-').map(path => scanSource(path)));
	const found = [...new Set(scans.flatMap(scan => scan.paths.map(path => resolve(path))))];
	return found.filter(path => !found.some(log => path !== log && isOf(path, log)));
}

/** True if a file is a log or was rotated away from it. Compares absolute paths. */
export function isOf(path: string, log: string): boolean {
	return (
		path === log || (dirname(path) === dirname(log) && isRotatedOrCompressed(basename(path), basename(log)))
	);
}

async function beginningOf(path: string, now: number): Promise<Beginning> {
	const stats = await stat(path, {bigint: true}).catch(() => undefined);
	return stats === undefined
		? {path, begun: now, identity: null}
		: {path, begun: Math.min(now, Number(stats.mtimeMs)), identity: identityOf(stats)};
}

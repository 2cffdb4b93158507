import {stat} from 'node:fs/promises';
import {identityOf} from '../bytes/identity.js';
import type {Beginning, Checkpoint} from './checkpoint.js';

/** The checkpoint with which shipping these paths begins, or goes on; to be saved before anything else is done. */
export const begin = async (
	known: Checkpoint | undefined,
	source: string,
	target: string,
	paths: readonly string[],
): Promise<Checkpoint> => {
	const before = known?.beginnings ?? [];
	const added = paths.filter(path => !before.some(beginning => beginning.path === path));
	const now = Date.now();
	const beginnings = await Promise.all(added.map(path => beginningOf(path, now)));
	return {
		...(known ?? {version: 1, source, target, saved: now, logs: [], plan: null}),
		beginnings: [...before, ...beginnings],
	};
};

const beginningOf = async (path: string, begun: number): Promise<Beginning> => {
	const stats = await stat(path, {bigint: true}).catch(() => undefined);
	return {path, begun, identity: stats === undefined ? null : identityOf(stats)};
};

import {readdirSync, readFileSync, readlinkSync, statSync} from 'node:fs';
import {join} from 'node:path';

/** How much of inotify a user has, and how much of it is taken: inotify(7). */
export type InotifyUse = {
	readonly instances: {readonly used: number; readonly limit: number};
	readonly watches: {readonly used: number; readonly limit: number};
};

/**
 * Looks at all processes of a user, which may take a tenth of a second. Null where there is no such thing.
 * @param proc - where the system says of itself: /proc, but for tests
 */
export const inotifyUse = (uid: number, proc = '/proc'): InotifyUse | null => {
	const instances = numberIn(join(proc, 'sys/fs/inotify/max_user_instances'));
	const watches = numberIn(join(proc, 'sys/fs/inotify/max_user_watches'));
	if (instances === undefined || watches === undefined) {
		return null;
	}
	const used = namesIn(proc)
		.filter(name => /^\d+$/.test(name) && ownerOf(join(proc, name)) === uid)
		.flatMap(name => watchesOf(join(proc, name)));
	return {
		instances: {used: used.length, limit: instances},
		watches: {used: used.reduce((sum, n) => sum + n, 0), limit: watches},
	};
};

/** The watches of each inotify instance that a process has. */
const watchesOf = (process: string): readonly number[] =>
	namesIn(join(process, 'fd'))
		.filter(name => linkIn(join(process, 'fd', name)) === 'anon_inode:inotify')
		.map(name => textIn(join(process, 'fdinfo', name)).match(/^inotify wd:/gm)?.length ?? 0);

// A process may end at any time, and what isn't the user's can't be looked at.
const orElse = <Value>(look: () => Value, otherwise: Value): Value => {
	try {
		return look();
	} catch {
		return otherwise;
	}
};

const namesIn = (path: string): readonly string[] => orElse(() => readdirSync(path), []);
const linkIn = (path: string): string => orElse(() => readlinkSync(path), '');
const textIn = (path: string): string => orElse(() => readFileSync(path, 'utf8'), '');
const ownerOf = (path: string): number | undefined => orElse(() => statSync(path).uid, undefined);

const numberIn = (path: string): number | undefined => {
	const text = textIn(path).trim();
	return /^\d+$/.test(text) ? Number(text) : undefined;
};

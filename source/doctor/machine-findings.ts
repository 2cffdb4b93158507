import {readdirSync, readFileSync, readlinkSync, statSync} from 'node:fs';
import {statfs} from 'node:fs/promises';
import {join} from 'node:path';
import {platform} from 'node:process';
import {minute} from '../durations.js';
import {aheadTolerance, firstSureTime} from '../format/odd-time.js';
import {roughly} from '../format/time-texts.js';
import {defaultSettings} from '../tail/tail-settings.js';
import {type Finding, fine, warning} from './finding.js';

const halfHour = 30 * minute;

/** Maximum difference of two time zones: UTC-12 and UTC+14. */
const farthestZones = 26 * 60 * minute;

/** A log modified within this time is live, rather than a copy from another machine. In ms. */
const liveFor = 10 * minute;

/** Maximum delay between the time of a line and its writing, and between the clocks of servers. In ms. */
const maxDelay = 2 * minute;

/**
 * Compares the time of a log's newest line with the clock, and reports wrong clocks and zones. All times are in ms since 1970.
 * @param newest - time of the newest line
 * @param modified - time of the last modification
 */
export function clockFinding(path: string, newest: number, modified: number, now: number): Finding {
	if (newest < firstSureTime) {
		return warning(path, 'its newest line is from 1970', "set the server's clock");
	}
	const ahead = newest - now;
	if (ahead > aheadTolerance) {
		const text = `its newest line is ${roughly(ahead)} ahead of the clock`;
		return isZones(ahead)
			? warning(path, text, 'its times may be in another zone: --tz utc, or --tz Area/City')
			: warning(path, text, 'set the clocks of the server that writes it and of this machine (timedatectl)');
	}
	const behind = modified - newest;
	if (isZones(behind) && now - modified < liveFor) {
		return warning(
			path,
			`the time in its newest line is ${roughly(behind)} before it was written`,
			'unless it was copied here, its times may be in another zone: --tz utc, or --tz Area/City',
		);
	}
	return fine(path, `newest line ${now - newest < 1000 ? 'now' : `${roughly(now - newest)} ago`}`);
}

/** Checks whether a difference is close to a multiple of half an hour, as between time zones. */
function isZones(difference: number): boolean {
	const from = Math.round(difference / halfHour) * halfHour;
	return from > 0 && difference < farthestZones && Math.abs(difference - from) < maxDelay;
}

/** Inotify limits of a user, and their usage: inotify(7). */
type InotifyUse = {
	readonly instances: {readonly used: number; readonly limit: number};
	readonly watches: {readonly used: number; readonly limit: number};
};

/**
 * Counts the inotify usage in all processes of a user, which may take 0.1 s. Null on a system without inotify.
 * @param proc - /proc, except in tests
 */
export function inotifyUse(uid: number, proc = '/proc'): InotifyUse | null {
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
}

/** Returns the number of watches of each inotify instance of a process. */
function watchesOf(process: string): readonly number[] {
	return namesIn(join(process, 'fd'))
		.filter(name => linkIn(join(process, 'fd', name)) === 'anon_inode:inotify')
		.map(name => textIn(join(process, 'fdinfo', name)).match(/^inotify wd:/gm)?.length ?? 0);
}

// A process may end at any time, and other users' processes can't be inspected.
function orElse<Value>(read: () => Value, otherwise: Value): Value {
	try {
		return read();
	} catch {
		return otherwise;
	}
}

function namesIn(path: string): readonly string[] {
	return orElse(() => readdirSync(path), []);
}
function linkIn(path: string): string {
	return orElse(() => readlinkSync(path), '');
}
function textIn(path: string): string {
	return orElse(() => readFileSync(path, 'utf8'), '');
}
function ownerOf(path: string): number | undefined {
	return orElse(() => statSync(path).uid, undefined);
}

function numberIn(path: string): number | undefined {
	const text = textIn(path).trim();
	return /^\d+$/.test(text) ? Number(text) : undefined;
}

const {pollInterval, eventlessPollInterval} = defaultSettings;

/** Share of usage above which the next program that watches files may fail. */
const nearlyAll = 0.9;

/**
 * Reports whether file events work.
 * @param use - null on a system without inotify
 * @param problem - reason why a directory can't be watched, or undefined
 */
export function inotifyFindings(use: InotifyUse | null, problem: string | undefined): readonly Finding[] {
	const tried =
		problem === undefined
			? []
			: [
					warning(
						'file events',
						`not available: ${problem}`,
						`raise the limits below, or check which programs use them; until then reqscope polls files every ${pollInterval / 1000} s (--poll: ${eventlessPollInterval / 1000} s)`,
					),
				];
	if (use === null) {
		return problem === undefined ? [fine('file events', 'available')] : tried;
	}
	return [
		...tried,
		limit('inotify instances', use.instances, 'fs.inotify.max_user_instances'),
		limit('inotify watches', use.watches, 'fs.inotify.max_user_watches'),
	];
}

function limit(subject: string, {used, limit}: InotifyUse['instances'], setting: string): Finding {
	const text = `${used} of ${limit} in use by this user`;
	return used >= limit * nearlyAll
		? warning(subject, text, `raise it: sudo sysctl ${setting}=${Math.max(limit, 64) * 4}`)
		: fine(subject, text);
}

/** File systems to which another machine, or a program, may write: by the numbers of statfs(2) on Linux. */
const types: ReadonlyMap<number, string> = new Map([
	[0x6969, 'NFS'],
	[0xff53_4d42, 'CIFS'],
	[0xfe53_4d42, 'SMB'],
	[0x517b, 'SMB'],
	[0x0102_1997, '9p (WSL or a virtual machine)'],
	[0x6573_5546, 'FUSE (sshfs, virtiofs, …)'],
	[0x00c3_6400, 'Ceph'],
	[0x5346_414f, 'AFS'],
	[0x0bd0_0bd0, 'Lustre'],
	[0x0116_1970, 'GFS2'],
	[0x7461_636f, 'OCFS2'],
	[0x786f_4256, 'a shared folder of VirtualBox'],
	[0xbacb_acbc, 'a shared folder of VMware'],
]);

/** Returns the name of a network file system by its number of statfs(2); null for any other. */
export function networkTypeOf(type: number): string | null {
	return types.get(type) ?? null;
}

/** Returns the network file system of a path; null if it is local or unknown. Never rejects. */
export async function networkType(path: string): Promise<string | null> {
	if (platform !== 'linux') {
		return null;
	}
	try {
		return networkTypeOf((await statfs(path)).type);
	} catch {
		return null;
	}
}

/** The oldest supported version of Node: see `engines` in package.json. */
const oldestNode = [20, 19] as const;

/** Fewer entries than a busy site has in an hour. */
const fewEntries = 1_000_000;

/** Checks the version of Node, and names the form of the program that it runs. */
export function nodeFinding(version: string, form: string): Finding {
	const [major = 0, minor = 0] = version.split('.').map(Number);
	const isOld = major < oldestNode[0] || (major === oldestNode[0] && minor < oldestNode[1]);
	if (isOld) {
		return warning('Node.js', version, `install ${oldestNode.join('.')} or later, or a newer line: 22, 24`);
	}
	return fine('Node.js', `${version}, runs the ${form}`);
}

/**
 * Reports the number of entries that fit into memory.
 * @param memory - bytes that the process may use
 * @param cap - default maximum number of entries in that memory
 */
export function memoryFinding(memory: number, cap: number): Finding {
	const text = `${(memory / 2 ** 30).toFixed(1)} GiB: the newest ${thousands(cap)} requests fit`;
	return cap < fewEntries
		? warning('memory', text, 'give more memory to the container or machine, or set --max-entries')
		: fine('memory', text);
}

function thousands(n: number): string {
	return String(n).replace(/\B(?=(?:\d{3})+$)/g, ',');
}

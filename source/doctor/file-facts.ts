import type {Stats} from 'node:fs';
import {open, readFile, stat} from 'node:fs/promises';
import {errnoCode, errnoWords} from '../tail/files/errno-words.js';
import {type Foreign, headSize, sniff} from '../tail/files/magic-bytes.js';
import {readFlags} from '../tail/files/open-file.js';
import {logNames, rotatedFiles} from '../tail/rotation/rotated-files.js';
import {type LogEnd, type ReadAs, readLogEnd} from './log-end.js';
import {networkType} from './machine-findings.js';

/** Facts about a path. */
export type FileFacts =
	| {readonly kind: 'missing' | 'unanswered' | 'pipe' | 'special'}
	| {readonly kind: 'refused'; readonly problem: string; readonly group: string | null}
	| {
			readonly kind: 'file';
			readonly size: number;
			/** Time of the last modification, in ms since 1970. */
			readonly modified: number;
			/** Type of network file system, or null. */
			readonly network: string | null;
			/** Paths of its rotated files in the same directory. */
			readonly rotated: {readonly plain: readonly string[]; readonly compressed: readonly string[]};
			readonly content: Foreign | LogEnd | 'empty';
	  };

/** Timeouts in ms. */
export type Timeouts = {
	/** For the response of a file system, including one on a very busy machine. */
	readonly answer: number;
	/** For a line in the end of a log. It may not have any. */
	readonly read: number;
};

const defaultTimeouts: Timeouts = {answer: 10_000, read: 5000};

/**
 * Examines a file. Doesn't open a file that can only be read once, such as a named pipe. Problems of the file never make it
 * reject.
 */
export async function fileFacts(
	path: string,
	readAs: ReadAs,
	{answer, read}: Timeouts = defaultTimeouts,
): Promise<FileFacts> {
	let timer: NodeJS.Timeout | undefined;
	const unanswered = new Promise<FileFacts>(resolve => {
		timer = setTimeout(() => resolve({kind: 'unanswered'}), answer);
	});
	try {
		return await Promise.race([readFacts(path, readAs, read), unanswered]);
	} finally {
		clearTimeout(timer);
	}
}

async function readFacts(path: string, readAs: ReadAs, maxRead: number): Promise<FileFacts> {
	let stats: Stats | undefined;
	try {
		stats = await stat(path);
		if (stats.isFile()) {
			return await readFileFacts(path, stats, readAs, maxRead);
		}
		return {kind: stats.isFIFO() ? 'pipe' : 'special'};
	} catch (error) {
		const code = errnoCode(error);
		if (code === undefined) {
			throw error;
		}
		return code === 'ENOENT'
			? {kind: 'missing'}
			: {kind: 'refused', problem: errnoWords(error), group: stats ? await groupName(stats.gid) : null};
	}
}

async function readFileFacts(
	path: string,
	{size, mtimeMs: modified}: Stats,
	readAs: ReadAs,
	maxRead: number,
): Promise<FileFacts> {
	const head = await readHead(path);
	const [network, {plain, compressed}] = await Promise.all([
		networkType(path),
		rotatedFiles(await logNames(path)),
	]);
	const what = sniff(head);
	return {
		kind: 'file',
		size,
		modified,
		network,
		rotated: {plain: plain.map(file => file.path), compressed: compressed.map(file => file.path)},
		content: size === 0 ? 'empty' : typeof what === 'object' ? what : await readLogEnd(path, readAs, maxRead),
	};
}

async function readHead(path: string): Promise<Buffer> {
	const file = await open(path, readFlags);
	try {
		const head = Buffer.alloc(headSize);
		const {bytesRead} = await file.read(head, 0, headSize, 0);
		return head.subarray(0, bytesRead);
	} finally {
		await file.close();
	}
}

/** Returns the name of a group if /etc/group has it, otherwise null. */
async function groupName(gid: number): Promise<string | null> {
	const groups = await readFile('/etc/group', 'utf8').catch(() => '');
	const line = groups.split('\n').find(group => group.split(':')[2] === String(gid));
	return line?.split(':')[0] || null;
}

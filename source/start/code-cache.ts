import {
	closeSync,
	constants,
	existsSync,
	fstatSync,
	mkdirSync,
	openSync,
	renameSync,
	rmSync,
	writeFileSync,
} from 'node:fs';
import {dirname, join} from 'node:path';
import {crc32} from 'node:zlib';
import {readFlags} from '../tail/files/open-file.js';
import {foreignPart, type UserPath, userFolder} from '../user-files/user-folder.js';
import type {ScratchBuffer} from './scratch-buffer.js';

/** What the program does, and what is compiled for that: V8 takes 10 ms to read the code of both. */
export type ProgramPart = 'screen' | 'print';

/** Keeps what has been compiled, once a part has done what the next start is to do sooner. */
export type KeepCode = (part: ProgramPart) => void;

/** What a file begins with, little-endian: these four bytes, the checksum of all behind it, the origin, 0 up to the code. */
const magic = Buffer.from('rqs3');
const originStart = 8;
const headerSize = 64;
const originSize = headerSize - originStart;

/** Permissions of a file that let others write to it; Windows has none. */
const forOthers = process.platform === 'win32' ? 0 : 0o022;

/** The folder for compiled code, where the system has such a place. Null when it has none. */
export const codeDirectory: UserPath = (env, platform, home) => {
	const folder = userFolder(
		{windows: 'LOCALAPPDATA', xdg: 'XDG_CACHE_HOME', inHome: ['.cache']},
		env,
		platform,
		home,
	);
	return folder !== null && platform === 'win32' ? join(folder, 'code') : folder;
};

/** The file for the code of a part, or of the backfill thread. */
export function codePath(directory: string, part: ProgramPart | 'thread'): string {
	return join(directory, `${part}.code`);
}

/**
 * Identifies what code was made of, and by which Node. V8 itself compares only the length of the text.
 * @param hash - of the program's text
 */
export function codeOrigin(hash: string): string {
	return `${hash} ${process.version} ${process.arch}`;
}

/**
 * The code of this origin in a file, good until the scratch reads the next one; undefined when there is none, or not as the
 * user's own program has written it.
 */
export function readCode(path: string, origin: string, scratch: ScratchBuffer): Buffer | undefined {
	try {
		const descriptor = openSync(path, readFlags | (constants.O_NOFOLLOW ?? 0));
		try {
			// It is run as it is: what somebody else may have written isn't.
			const stats = fstatSync(descriptor);
			const isOwn = stats.uid === (process.geteuid?.() ?? 0) && (stats.mode & forOthers) === 0;
			if (!stats.isFile() || !isOwn || foreignPart(dirname(path)) !== null) {
				return undefined;
			}
			const bytes = scratch.read(descriptor);
			return bytes.subarray(0, 4).equals(magic) &&
				bytes.toString('latin1', originStart, headerSize) === origin.padEnd(originSize, '\0') &&
				bytes.readUInt32LE(4) === crc32(bytes.subarray(originStart))
				? bytes.subarray(headerSize)
				: undefined;
		} finally {
			closeSync(descriptor);
		}
	} catch {
		return undefined;
	}
}

/** Writes code to a file, for the user alone. What fails, fails in silence: the next start is no faster than this one. */
export function writeCode(path: string, origin: string, code: Uint8Array): void {
	const directory = dirname(path);
	// Of two programs that start at once, each may spoil the other's file: then the next start writes it.
	const temporary = `${path}.new`;
	try {
		if (foreignPart(directory) !== null) {
			return;
		}
		const bytes = Buffer.alloc(headerSize + code.length);
		magic.copy(bytes);
		bytes.set(code, headerSize);
		bytes.write(origin, originStart, originSize, 'latin1');
		bytes.writeUInt32LE(crc32(bytes.subarray(originStart)), 4);
		makeDirectory(dirname(directory));
		makeDirectory(directory);
		writeFileSync(temporary, bytes, {mode: 0o600, flag: 'wx'});
		renameSync(temporary, path);
	} catch {
		discard(temporary);
	}
}

/** Not with all that leads there: where no directory can be made, in /proc for instance, Node 20 tries that for ever. */
function makeDirectory(path: string): void {
	if (!existsSync(path)) {
		mkdirSync(path, {mode: 0o700});
	}
}

function discard(path: string): void {
	try {
		rmSync(path, {force: true});
	} catch {
		// Where it can't be looked for there is nothing.
	}
}

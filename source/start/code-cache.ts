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
import {distrustOfPath} from '../user-files/trust.js';
import {type UserPath, userFolder} from '../user-files/user-folder.js';
import type {ScratchBuffer} from './scratch-buffer.js';

/** A part of the program whose compiled code is cached. V8 takes 10 ms to read the code of both. */
export type ProgramPart = 'screen' | 'print';

/** Saves the compiled code of a part, after that part has done the work that the next start should do faster. */
export type KeepCode = (part: ProgramPart) => void;

/** Header of a file, little-endian: these four bytes, the checksum of the rest, the origin, 0 up to the code. */
const magic = Buffer.from('rqs3');
const originStart = 8;
const headerSize = 64;
const originSize = headerSize - originStart;

/** Permission bits that let other users write to a file; 0 on Windows, which has no such bits. */
const forOthers = process.platform === 'win32' ? 0 : 0o022;

/** Directory for compiled code. Null if the system has no directory for it. */
export const codeDirectory: UserPath = (env, platform, home) => {
	const folder = userFolder(
		{windows: 'LOCALAPPDATA', xdg: 'XDG_CACHE_HOME', inHome: ['.cache']},
		env,
		platform,
		home,
	);
	return folder !== null && platform === 'win32' ? join(folder, 'code') : folder;
};

/** Returns the path of the file for a part, or for the backfill thread. */
export function codePath(directory: string, part: ProgramPart | 'thread'): string {
	return join(directory, `${part}.code`);
}

/**
 * Identifies the source of code, and the version of Node that compiled it. V8 itself compares only the length of the text.
 * @param hash - hash of the program's text
 */
export function codeOrigin(hash: string): string {
	return `${hash} ${process.version} ${process.arch}`;
}

/**
 * Returns the code in a file; undefined if it is missing, has a different origin, or another user may have written it. It is
 * valid until the scratch buffer reads the next file.
 */
export function readCode(path: string, origin: string, scratch: ScratchBuffer): Buffer | undefined {
	try {
		const descriptor = openSync(path, readFlags | (constants.O_NOFOLLOW ?? 0));
		try {
			// The code is executed unchecked, so a file that other users can write to or replace is refused.
			const stats = fstatSync(descriptor);
			const isOwn = stats.uid === (process.geteuid?.() ?? 0) && (stats.mode & forOthers) === 0;
			if (!stats.isFile() || !isOwn || distrustOfPath(path) !== null) {
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

/** Writes code to a file, for this user only. Errors are ignored: the next start is just not faster. */
export function writeCode(path: string, origin: string, code: Uint8Array): void {
	const directory = dirname(path);
	// Two programs that start at once may break each other's file. Then the next start writes it.
	const temporary = `${path}.new`;
	try {
		if (distrustOfPath(directory) !== null) {
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

/**
 * Creates a directory, but not its parents: if no directory can be created, in /proc for instance, Node 20 retries that forever.
 */
function makeDirectory(path: string): void {
	if (!existsSync(path)) {
		mkdirSync(path, {mode: 0o700});
	}
}

function discard(path: string): void {
	try {
		rmSync(path, {force: true});
	} catch {
		// A file that can't be found needn't be removed.
	}
}

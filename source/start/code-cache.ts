import {
	closeSync,
	existsSync,
	fstatSync,
	mkdirSync,
	openSync,
	readdirSync,
	renameSync,
	rmSync,
	statSync,
	writeFileSync,
} from 'node:fs';
import {dirname, join} from 'node:path';
import {crc32} from 'node:zlib';
import type {OwnPath} from '../own-files/state-path.js';
import {userFolder} from '../own-files/user-folder.js';
import type {ReadRoom} from './read-room.js';

/** What the program does, and what is compiled for that: V8 takes 10 ms to read the code of both. */
export type ProgramPart = 'screen' | 'print';

/** Keeps what has been compiled, once a part has done what the next start is to do sooner. */
export type KeepCode = (part: ProgramPart) => void;

/** What a file begins with, little-endian: these four bytes, the checksum of all behind it, 0 up to the code. */
const magic = Buffer.from('rqs2');
const headerSize = 16;

/** Another version's code is left alone for so long, milliseconds: it may be in use, too. */
const longestUnused = 7 * 24 * 3600 * 1000;

const suffix = '.code';

/** The folder for compiled code, where the system has such a place. Null when it has none. */
export const codeDirectory: OwnPath = (env, platform, home) => {
	const folder = userFolder(
		{windows: 'LOCALAPPDATA', xdg: 'XDG_CACHE_HOME', inHome: ['.cache']},
		env,
		platform,
		home,
	);
	return folder !== null && platform === 'win32' ? join(folder, 'code') : folder;
};

/** The file for the code of a part: `hash` is that of the program's text. What V8 made of it depends on all the rest. */
export const codePath = (directory: string, hash: string, part: ProgramPart): string =>
	join(directory, `${hash}-${part}-${process.version}-${process.arch}${suffix}`);

/**
 * The code in a file, good until the room reads the next one; undefined when there is none, or not as the user's own
 * program has written it.
 */
export const readCode = (path: string, room: ReadRoom): Buffer | undefined => {
	try {
		const descriptor = openSync(path, 'r');
		try {
			// It is run as it is: what somebody else may have written isn't.
			if (fstatSync(descriptor).uid !== (process.getuid?.() ?? 0)) {
				return undefined;
			}
			const bytes = room.read(descriptor);
			return bytes.subarray(0, 4).equals(magic) && bytes.readUInt32LE(4) === crc32(bytes.subarray(8))
				? bytes.subarray(headerSize)
				: undefined;
		} finally {
			closeSync(descriptor);
		}
	} catch {
		return undefined;
	}
};

/** Writes code to a file, for the user alone. What fails, fails in silence: the next start is no faster than this one. */
export const writeCode = (path: string, code: Buffer): void => {
	const temporary = `${path}.${process.pid}`;
	try {
		const bytes = Buffer.alloc(headerSize + code.length);
		magic.copy(bytes);
		code.copy(bytes, headerSize);
		bytes.writeUInt32LE(crc32(bytes.subarray(8)), 4);
		const directory = dirname(path);
		makeDirectory(dirname(directory));
		makeDirectory(directory);
		writeFileSync(temporary, bytes, {mode: 0o600, flag: 'wx'});
		renameSync(temporary, path);
		dropUnused(path);
	} catch {
		discard(temporary);
	}
};

/** Not with all that leads there: where no directory can be made, in /proc for instance, Node 20 tries that for ever. */
const makeDirectory = (path: string): void => {
	if (!existsSync(path)) {
		mkdirSync(path, {mode: 0o700});
	}
};

const discard = (path: string): void => {
	try {
		rmSync(path, {force: true});
	} catch {
		// Where it can't be looked for there is nothing.
	}
};

/** Removes what other versions, or runs that were killed, have left beside a file. */
const dropUnused = (path: string): void => {
	const directory = dirname(path);
	for (const name of readdirSync(directory)) {
		const other = join(directory, name);
		if (name.includes(suffix) && other !== path && statSync(other).mtimeMs < Date.now() - longestUnused) {
			discard(other);
		}
	}
};

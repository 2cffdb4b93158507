import {
	closeSync,
	existsSync,
	fstatSync,
	mkdirSync,
	openSync,
	readdirSync,
	readFileSync,
	renameSync,
	rmSync,
	statSync,
	writeFileSync,
} from 'node:fs';
import {dirname, join} from 'node:path';
import {crc32} from 'node:zlib';
import {userFolder} from './user-folder.js';

/** What the program has done when its code is kept: each compiles functions of its own. */
export type ProgramPart = 'screen' | 'print';

/** Keeps what has been compiled, unless that has been done after the same. */
export type KeepCode = (part: ProgramPart) => void;

/** Compiled code, and what had been done with it when it was kept. */
export type KeptCode = {readonly parts: readonly ProgramPart[]; readonly code: Buffer};

/** What a file begins with, little-endian: these four bytes, the checksum of all that follows, the parts as bits, 0. */
const magic = Buffer.from('rqs1');
const checked = 8;
const headerSize = 16;

const bits: Readonly<Record<ProgramPart, number>> = {screen: 1, print: 2};
const allParts = Object.keys(bits) as ProgramPart[];

/** Another version's code is left alone for so long, milliseconds: it may be in use, too. */
const longestUnused = 7 * 24 * 3600 * 1000;

const suffix = '.code';

/** The folder for compiled code, where the system has such a place. Null when it has none. */
export const codeDirectory = (
	env: Readonly<Record<string, string | undefined>>,
	platform: NodeJS.Platform,
	home?: string,
): string | null => {
	const folder = userFolder(
		{windows: 'LOCALAPPDATA', xdg: 'XDG_CACHE_HOME', inHome: ['.cache']},
		env,
		platform,
		home,
	);
	return folder !== null && platform === 'win32' ? join(folder, 'code') : folder;
};

/** The file for the code of a program: `hash` is that of its text. What V8 made of it depends on all the rest. */
export const codePath = (directory: string, hash: string): string =>
	join(directory, `${hash}-${process.version}-${process.arch}${suffix}`);

/** The code in a file; undefined when there is none, or not as the user's own program has written it. */
export const readCode = (path: string): KeptCode | undefined => {
	try {
		const descriptor = openSync(path, 'r');
		try {
			// It is run as it is: what somebody else may have written isn't.
			if (fstatSync(descriptor).uid !== (process.getuid?.() ?? 0)) {
				return undefined;
			}
			const bytes = readFileSync(descriptor);
			if (!bytes.subarray(0, 4).equals(magic) || bytes.readUInt32LE(4) !== crc32(bytes.subarray(checked))) {
				return undefined;
			}
			const set = bytes.readUInt32LE(checked);
			return {parts: allParts.filter(part => (set & bits[part]) !== 0), code: bytes.subarray(headerSize)};
		} finally {
			closeSync(descriptor);
		}
	} catch {
		return undefined;
	}
};

/** Writes code to a file, for the user alone. What fails, fails in silence: the next start is no faster than this one. */
export const writeCode = (path: string, {parts, code}: KeptCode): void => {
	const temporary = `${path}.${process.pid}`;
	try {
		const bytes = Buffer.alloc(headerSize + code.length);
		magic.copy(bytes);
		bytes.writeUInt32LE(
			parts.reduce((set, part) => set | bits[part], 0),
			checked,
		);
		code.copy(bytes, headerSize);
		bytes.writeUInt32LE(crc32(bytes.subarray(checked)), 4);
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

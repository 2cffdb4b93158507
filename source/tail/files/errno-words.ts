import {getSystemErrorMap} from 'node:util';
import {errorMessage} from '../../error-message.js';

const words: Readonly<Record<string, string>> = {
	EACCES: 'permission denied',
	EIO: 'input/output error',
	EMFILE: 'too many open files for this process (see: ulimit -n)',
	ENFILE: 'too many open files on this machine',
	ENOENT: 'no such file',
	ENOTDIR: 'a part of the path is not a directory',
	ENXIO: 'nothing answers at this path',
	EPERM: 'not permitted',
	ESTALE: 'the file server no longer knows this file',
};

/** Returns the code of a system error (`ENOENT`); undefined for any other error. */
export function errnoCode(error: unknown): string | undefined {
	return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined;
}

/** Describes a failed file system call in plain words, without the path. */
export function errnoWords(error: unknown): string {
	const code = errnoCode(error);
	const known = code === undefined ? undefined : words[code];
	if (known !== undefined) {
		return known;
	}
	if (error instanceof Error && 'errno' in error && typeof error.errno === 'number') {
		return getSystemErrorMap().get(error.errno)?.[1] ?? error.message;
	}
	return errorMessage(error);
}

/** Returns true if the error means that the path doesn't exist. */
export function isMissing(error: unknown): boolean {
	const code = errnoCode(error);
	return code === 'ENOENT' || code === 'ENOTDIR';
}

import {basename, dirname, join, resolve} from 'node:path';

/**
 * Whether a file's name is one that rotation gives to the files of a log: `access.log.1`, `access.log-20261120`,
 * `access.log.old`, `access-2026-11-20.log`. Both without a directory. Compressed ones are none: see
 * `uncompressedName`.
 */
export function isRotatedName(name: string, log: string): boolean {
	return unrotatedNames(name).includes(log);
}

/** The paths, absolute, of all logs whose rotated file may be the one at that path, going by its name. */
export function unrotatedPaths(path: string): readonly string[] {
	const directory = dirname(resolve(path));
	return unrotatedNames(basename(path)).map(name => join(directory, name));
}

/** Names of the logs that a rotated file of this name may belong to, the shortest first. All without a directory. */
export function unrotatedNames(name: string): readonly string[] {
	const dot = name.lastIndexOf('.');
	const names: string[] = [];
	for (let end = 1; end < name.length; end++) {
		if (isRotationMark(name.slice(end))) {
			names.push(name.slice(0, end));
		}

		if (end < dot && isRotationMark(name.slice(end, dot))) {
			names.push(name.slice(0, end) + name.slice(dot));
		}
	}

	return names.sort((a, b) => a.length - b.length);
}

/** The name that a compressed file had before, going by its ending; undefined when that isn't one of a compression. */
export function uncompressedName(name: string): string | undefined {
	return /^(.+)\.(?:gz|zst|xz|bz2|lz4|z|zip)$/i.exec(name)?.[1];
}

/** Whether a file of that name can be read: it isn't compressed, or in a way that is decoded here. */
export function isReadableName(name: string): boolean {
	return uncompressedName(name) === undefined || /\.(?:gz|zst|xz|bz2)$/i.test(name);
}

function isRotationMark(text: string): boolean {
	return /^(?:[._~-]\d[\d.T:_~-]*|\.(?:old|bak|orig|prev))$/.test(text);
}

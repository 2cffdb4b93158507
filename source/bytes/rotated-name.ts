/**
 * Whether a file's name is one that rotation gives to the files of a log: `access.log.1`, `access.log-20261120`,
 * `access.log.old`, `access-2026-11-20.log`. Both without a directory. Compressed ones are none: see
 * `uncompressedName`.
 */
export function isRotatedName(name: string, log: string): boolean {
	const dot = log.lastIndexOf('.');
	const stem = dot > 0 ? log.slice(0, dot) : log;
	const extension = dot > 0 ? log.slice(dot) : '';
	return (
		(name.startsWith(log) && isRotationMark(name.slice(log.length))) ||
		(extension !== '' &&
			name.startsWith(stem) &&
			name.endsWith(extension) &&
			name.length > log.length &&
			isRotationMark(name.slice(stem.length, name.length - extension.length)))
	);
}

/** The name that a compressed file had before, going by its ending; undefined when that isn't one of a compression. */
export function uncompressedName(name: string): string | undefined {
	return /^(.+)\.(?:gz|zst|xz|bz2|lz4|z|zip)$/i.exec(name)?.[1];
}

function isRotationMark(text: string): boolean {
	return /^(?:[._~-]\d[\d.T:_~-]*|\.(?:old|bak|orig|prev))$/.test(text);
}

/**
 * Whether a file's name is one that rotation gives to the files of a log: `access.log.1`, `access.log-20261120`,
 * `access.log.old`, `access-2026-11-20.log`. Both without a directory. Compressed ones are none.
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

function isRotationMark(text: string): boolean {
	return /^(?:[._~-]\d[\d.T:_~-]*|\.(?:old|bak|orig|prev))$/.test(text);
}

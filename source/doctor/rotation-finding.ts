import {basename} from 'node:path';
import {isReadableName} from '../tail/rotation/rotated-files.js';
import {type Finding, fine, warning} from './finding.js';

/** What rotation has made of a log; nothing where it has made nothing. */
export const rotationFinding = (
	path: string,
	{plain, compressed}: {readonly plain: readonly string[]; readonly compressed: readonly string[]},
): readonly Finding[] => {
	if (plain.length + compressed.length === 0) {
		return [];
	}
	const unread = compressed.filter(file => !isReadableName(file));
	const parts = [
		plain.length > 0 ? `${plain.length} plain` : undefined,
		compressed.length > 0 ? `${compressed.length} compressed` : undefined,
	];
	const text = `rotated files beside it: ${parts.filter(part => part !== undefined).join(', ')}`;
	const [first] = unread;
	return first === undefined
		? [fine(path, text)]
		: [
				warning(
					path,
					`${text}, of which ${unread.length} can't be decoded here (${basename(first)})`,
					'let logrotate compress with gzip, zstd, bzip2 or xz, or later (delaycompress)',
				),
			];
};

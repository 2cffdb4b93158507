import {findCopy} from '../ended/copies.js';
import type {LogFile} from '../log-file.js';
import type {ContentGuard} from '../recognition/content-guard.js';
import type {LogLife} from './log-life.js';
import type {Stage} from './stage.js';

/**
 * Ends the life of a log that was truncated or rewritten, and tells of it. Where it was copied before (logrotate's
 * `copytruncate`) its bytes are read from the copy from then on, those too that were written just before.
 *
 * @param log.told What others know of the life: with an archive, its text.
 * @param log.names What rotated files of it are named after: see `logNames`.
 * @param log.guard What the life is recognised by.
 * @param log.size The size that the file has now.
 */
export async function endTruncated(
	{registry, endedFiles, deliveries, settings, keptText}: Stage,
	life: LogLife,
	log: {
		readonly told: LogFile;
		readonly names: readonly string[];
		readonly guard: ContentGuard;
		readonly size: number;
	},
): Promise<void> {
	const {told, names, guard, size} = log;
	const {unread} = life;
	const was = life.size;
	// Before anything else: the copy may be found by its own path just now.
	registry.rememberLife({names, guard});
	const copy = await findCopy(names, guard, settings.open, keptText);
	let rest: string;
	if (copy === undefined) {
		life.readFrom(undefined);
		rest = unread === 0 ? '' : ` ${unread} bytes of it had not been read yet and are lost.`;
	} else {
		const {open, path, text} = copy;
		const {identity} = open;
		const file = text === undefined ? {guard, size: copy.size} : {guard: text.guard, size: text.packedSize};
		registry.remember(identity, {birth: open.birth, ...file, isArchive: text !== undefined});
		const source = endedFiles.adopt(open, {
			path,
			...(text === undefined && {names}),
			...file,
			isNeeded: () => life.unread > 0,
		});
		text?.readFrom(source);
		life.readFrom(text ?? source, identity);
		life.grow(copy.size);
		deliveries.grown(told);
		rest =
			copy.size === was
				? ''
				: ` ${copy.size - was} bytes that were written just before are read from ${path}.`;
	}

	deliveries.ended(told);
	const what =
		size < was ? `truncated from ${guard.size} to ${size} bytes` : `rewritten, ${size} bytes by now`;
	const text =
		`${what}, so it is read again from its start.${rest}` +
		' Lines written in between may be lost, an unknown amount.';
	deliveries.notice({path: life.path, text});
}

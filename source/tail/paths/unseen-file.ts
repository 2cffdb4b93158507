import {errnoWords, isMissing} from '../files/errno-words.js';
import {headSize} from '../files/magic-bytes.js';
import {type Identity, identityOf, type OpenFile} from '../files/open-file.js';
import {examine, type PastBytes} from '../open/generation.js';
import {OpenTailedFile} from '../open/open-tailed-file.js';
import type {TailContext} from '../open/tail-context.js';
import type {RotatedFile} from '../rotation/rotated-files.js';
import {lockedText, unreadText} from '../rotation/unseen-texts.js';

/** `moved`: rotation goes on, so that it is another file by now. */
type Outcome = 'read' | 'left' | 'moved';

/**
 * Reads a file that rotation has put there as one of the log at `path`, unless it is a copy of a log that is read. If
 * it can't be opened, that is told.
 */
export async function readUnseen(context: TailContext, path: string, rotated: RotatedFile): Promise<Outcome> {
	const {registry, settings} = context;
	const open = await openSame(context, path, rotated);
	if (typeof open === 'string') {
		return open;
	}

	const size = Number(rotated.stats.size);
	const original = await registry.originalOf(rotated.path, open, size).catch(() => 'unreadable');
	if (original !== undefined) {
		await open.close();
		return 'left';
	}

	// It may be a copy that is only just being made, and has nothing in it yet.
	return readOn(context, path, open, {size: 0, foundAt: rotated.path}, settings.holdTime);
}

/**
 * The same for one that is compressed. Whether its text is known is found out when it is read. What can't be decoded
 * here is told of, if it isn't what was read before it was compressed.
 */
export async function readUnseenArchive(
	context: TailContext,
	path: string,
	rotated: RotatedFile,
): Promise<Outcome> {
	const {registry, events} = context;
	const open = await openSame(context, path, rotated);
	if (typeof open === 'string') {
		return open;
	}

	const {path: archive, stats} = rotated;
	const head = await open.head(headSize).catch(() => new Uint8Array());
	const file = {path: archive, source: open, size: Number(stats.size), head};
	const kind = await examine(registry, file, 'own');
	if (typeof kind === 'string' && kind !== 'text' && kind !== 'undecided') {
		// Nobody writes to it any more.
		return readOn(context, path, open, {size: 0, unseen: {archive, log: path}}, 0);
	}

	await open.close();
	if (typeof kind === 'object') {
		await registry.poll(path);
		if (!registry.wasWrittenAt(path, stats.mtimeNs)) {
			events.notice({path, text: unreadText(archive, kind.problem)});
		}
	}

	return 'left';
}

async function openSame(
	{settings, events}: TailContext,
	log: string,
	{path, stats}: RotatedFile,
): Promise<OpenFile | 'left' | 'moved'> {
	let open: OpenFile | undefined;
	try {
		open = await settings.open(path);
	} catch (error) {
		if (isMissing(error)) {
			return 'moved';
		}

		events.notice({path: log, text: lockedText(path, errnoWords(error))});
		return 'left';
	}

	const identity: Identity = identityOf(stats);
	if (open?.identity === identity) {
		return open;
	}

	await open?.close();
	return 'moved';
}

async function readOn(
	context: TailContext,
	path: string,
	open: OpenFile,
	past: PastBytes,
	holdTime: number,
): Promise<Outcome> {
	const {registry} = context;
	const stats = await open.stat().catch(() => undefined);
	// By another path it may have been opened just now, or have been read to its end.
	if (stats === undefined || registry.find(open.identity) !== undefined || registry.whenEnded(stats)) {
		await open.close();
		return stats === undefined ? 'moved' : 'left';
	}

	const file = new OpenTailedFile(context, open, [path], past);
	registry.add(file);
	file.release(file, holdTime);
	await file.poll();
	return 'read';
}

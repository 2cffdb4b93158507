import {readdir, stat} from 'node:fs/promises';
import {basename, dirname, join} from 'node:path';
import type {KeptText} from '../archives/kept-text.js';
import {
	type ByteSource,
	BytesGone,
	type Identity,
	identityOf,
	MovedAway,
	type OpenFile,
	reopen,
} from '../files/open-file.js';
import type {TailSettings} from '../tail-settings.js';
import type {CompressedCopy} from './compressed-copy.js';
import {findAgain} from './copies.js';
import type {Fingerprint} from './fingerprint.js';

/** Maximum number of entries of a directory that are searched. More would take too long. */
const searchLimit = 2000;

/**
 * Returns the new path of a renamed file in the directory of its old path: rotation renames `access.log` to `access.log.1` or
 * `access-20261120.log`. Undefined if that directory doesn't contain it.
 */
async function findSibling(path: string, identity: Identity): Promise<string | undefined> {
	const directory = dirname(path);
	const stem = basename(path).split('.')[0] ?? '';
	let names: string[];
	try {
		names = await readdir(directory);
	} catch {
		return undefined;
	}
	const likely = names.filter(name => name.startsWith(stem));
	const others = names.filter(name => !name.startsWith(stem));
	for (const name of [...likely, ...others].slice(0, searchLimit)) {
		const candidate = join(directory, name);
		try {
			if (identityOf(await stat(candidate, {bigint: true})) === identity) {
				return candidate;
			}
		} catch {
			// Removed since the directory was read, or a dangling link.
		}
	}
	return undefined;
}

/** A file that was open, with the properties that it must still have. */
export type KnownFile = {
	readonly path: string;
	readonly fingerprint: Fingerprint;
	readonly size: number;
	readonly identity: OpenFile['identity'];
	readonly birth: bigint;
};

/** Opens the same file, under its path or another name. */
async function findSame(file: KnownFile, openFile: TailSettings['open']): Promise<OpenFile | undefined> {
	const open = await openSame(file, file.path, openFile);
	if (open !== undefined) {
		return open;
	}
	const sibling = await findSibling(file.path, file.identity);
	return sibling === undefined ? undefined : openSame(file, sibling, openFile);
}

/** Opens the path if it still has the same file. Compares the content, too, because inode numbers are reused. */
async function openSame(
	file: KnownFile,
	path: string,
	openFile: TailSettings['open'],
): Promise<OpenFile | undefined> {
	const open = await reopen(openFile, path, file);
	try {
		if (open !== undefined && (await open.stat()).size >= file.size && (await file.fingerprint.isIn(open))) {
			return open;
		}
	} catch (error) {
		await open?.close();
		throw error;
	}
	await open?.close();
	return undefined;
}

/** An ended file, with the properties that it must still have when it is reopened. */
type EndedFile = KnownFile & {
	/** Log names that rotated files are derived from (see `logNames`). They are used to find the content in another file. */
	readonly names?: readonly string[];
	/** True while bytes of the file are unread. Its descriptor then stays open, because the file may have no name left. */
	readonly isNeeded: () => boolean;
};

/**
 * Maximum distance in bytes that a read decodes in a compressed file. A farther read must call `approach` first, which can be
 * aborted. Otherwise each piece of the backfill, which is read from the end, would decode the file from the start.
 */
const maxDistance = 8 * 1024 * 1024;

type QueuedFile = EndedFile & {
	open: OpenFile | undefined;
	/** Source of the bytes if they were found in another file. */
	elsewhere: (ByteSource & Partial<Pick<CompressedCopy, 'distance'>>) | undefined;
	opening: Promise<ByteSource> | undefined;
	usedAt: number;
	/** Number of running reads. Each uses the descriptor more than once. */
	reads: number;
};

/**
 * Files that have ended but can still be read. Closes descriptors when they are idle, and the least recently used when too many
 * are open. A read reopens the file: under its path, as a renamed sibling, or as the (usually compressed) file that rotation has
 * made of it.
 */
export class EndedFiles {
	readonly #settings: TailSettings;
	readonly #keptText: KeptText;
	/** Files with an open descriptor, least recently used first. */
	readonly #open = new Set<QueuedFile>();
	readonly #closing = new Set<Promise<void>>();
	readonly #opening = new Set<Promise<unknown>>();
	#timer: NodeJS.Timeout | undefined;
	#stopped = false;

	/** @param keptText Store for decoded text that is read again. */
	constructor(settings: TailSettings, keptText: KeptText) {
		this.#settings = settings;
		this.#keptText = keptText;
	}

	/** Takes ownership of an open descriptor. Returns the source from which the file is read from now on. */
	adopt(open: OpenFile, file: Omit<EndedFile, 'identity' | 'birth'>): ByteSource {
		const entry: QueuedFile = {
			...file,
			identity: open.identity,
			birth: open.birth,
			open,
			elsewhere: undefined,
			opening: undefined,
			usedAt: 0,
			reads: 0,
		};
		this.#use(entry);
		const counted = async <Result>(work: () => Promise<Result>): Promise<Result> => {
			entry.reads++;
			try {
				return await work();
			} finally {
				entry.reads--;
			}
		};
		return {
			read: (target, position) => counted(() => this.#read(entry, target, position)),
			approach: position =>
				counted(async () => {
					const source = await this.#sourceOf(entry);
					return (await source.approach?.(position)) ?? position;
				}),
		};
	}

	async close(): Promise<void> {
		this.#stopped = true;
		clearInterval(this.#timer);
		for (const entry of this.#open) {
			this.#close(entry);
		}
		// Files that are being opened are closed right after that.
		await Promise.allSettled(this.#opening);
		await Promise.all(this.#closing);
	}

	async #read(entry: QueuedFile, target: Uint8Array, position: number): Promise<number> {
		const source = await this.#sourceOf(entry);
		if (source === entry.elsewhere) {
			const distance = entry.elsewhere.distance?.(position) ?? 0;
			if (distance > maxDistance) {
				return 0;
			}
			return this.#readElsewhere(entry, source, target, position);
		}
		this.#use(entry);
		try {
			const count = await source.read(target, position);
			// Ended files aren't polled, so a truncation shows up only here.
			if (!(await entry.fingerprint.isWhole(source))) {
				throw new BytesGone();
			}
			return count;
		} catch (error) {
			if (!(error instanceof MovedAway) || source !== entry.open) {
				throw error;
			}
			this.#close(entry);
			return this.#read(entry, target, position);
		}
	}

	/** Searches once more if that file is gone: it may have been rotated again. */
	async #readElsewhere(
		entry: QueuedFile,
		source: ByteSource,
		target: Uint8Array,
		position: number,
	): Promise<number> {
		try {
			return await source.read(target, position);
		} catch (error) {
			if (!(error instanceof BytesGone) || this.#stopped) {
				throw error;
			}
			if (entry.elsewhere === source) {
				entry.elsewhere = undefined;
			}
			return (await this.#sourceOf(entry)).read(target, position);
		}
	}

	async #sourceOf(entry: QueuedFile): Promise<ByteSource> {
		return entry.open ?? entry.elsewhere ?? this.#reopen(entry);
	}

	#use(entry: QueuedFile): void {
		if (this.#stopped) {
			this.#close(entry);
			return;
		}
		entry.usedAt = performance.now();
		this.#open.delete(entry);
		this.#open.add(entry);
		for (const oldest of this.#open) {
			if (this.#open.size <= this.#settings.openEnded) {
				break;
			}
			if (isFree(oldest)) {
				this.#close(oldest);
			}
		}
		this.#timer ??= setInterval(() => this.#closeIdle(), this.#settings.idleTime / 4).unref();
	}

	#closeIdle(): void {
		const since = performance.now() - this.#settings.idleTime;
		for (const entry of this.#open) {
			if (entry.usedAt <= since && isFree(entry)) {
				this.#close(entry);
			}
		}
		if (this.#open.size === 0) {
			clearInterval(this.#timer);
			this.#timer = undefined;
		}
	}

	#close(entry: QueuedFile): void {
		this.#open.delete(entry);
		const open = entry.open;
		entry.open = undefined;
		if (open !== undefined) {
			const closing = open.close().finally(() => this.#closing.delete(closing));
			this.#closing.add(closing);
		}
	}

	async #reopen(entry: QueuedFile): Promise<ByteSource> {
		if (this.#stopped) {
			throw new BytesGone();
		}
		if (entry.opening === undefined) {
			const opening = this.#find(entry).finally(() => {
				entry.opening = undefined;
				this.#opening.delete(opening);
			});
			entry.opening = opening;
			this.#opening.add(opening);
		}
		return entry.opening;
	}

	async #find(entry: QueuedFile): Promise<ByteSource> {
		const open = await findSame(entry, this.#settings.open);
		if (open !== undefined) {
			entry.open = open;
			this.#use(entry);
			return open;
		}
		const {names, fingerprint, size} = entry;
		const found =
			names === undefined
				? undefined
				: await findAgain({names, fingerprint, size}, this.#settings.open, this.#keptText);
		if (found === undefined) {
			throw new BytesGone();
		}
		const {path, open: copy, file, text} = found;
		const source = this.adopt(copy, {path, ...file, isNeeded: () => false});
		text?.readFrom(source);
		entry.elsewhere = text ?? source;
		return entry.elsewhere;
	}
}

function isFree(entry: QueuedFile): boolean {
	return entry.reads === 0 && !entry.isNeeded();
}

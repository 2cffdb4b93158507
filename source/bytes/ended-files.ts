import {type ByteSource, BytesGone} from './byte-source.js';
import type {ContentGuard} from './content-guard.js';
import type {FollowSettings} from './follow-settings.js';
import type {OpenFile} from './open-file.js';
import {reopen} from './reopen.js';
import {findSibling} from './sibling.js';

/** What an ended file must still be like when it is opened again. */
type EndedFile = {
	readonly path: string;
	readonly guard: ContentGuard;
	readonly size: number;
	/** True while some of it has yet to be read: then its descriptor stays open, because it may have no name any more. */
	readonly isNeeded: () => boolean;
	readonly identity: OpenFile['identity'];
	readonly birth: bigint;
};

type Entry = EndedFile & {
	open: OpenFile | undefined;
	opening: Promise<OpenFile> | undefined;
	usedAt: number;
	/** Reads that are going on: each asks the descriptor more than once. */
	reads: number;
};

/**
 * Files that have ended but can still be read. Their descriptors are closed when idle, and the least recently
 * used when there are too many; a read opens the file again, under its path or as a renamed sibling.
 */
export class EndedFiles {
	readonly #settings: FollowSettings;
	/** Those with an open descriptor, the least recently used first. */
	readonly #open = new Set<Entry>();
	readonly #closing = new Set<Promise<void>>();
	readonly #opening = new Set<Promise<unknown>>();
	#timer: NodeJS.Timeout | undefined;
	#stopped = false;

	constructor(settings: FollowSettings) {
		this.#settings = settings;
	}

	/** Takes over an open descriptor and answers where the file can be read from now on. */
	adopt(open: OpenFile, file: Pick<EndedFile, 'path' | 'guard' | 'size' | 'isNeeded'>): ByteSource {
		const entry: Entry = {
			...file,
			identity: open.identity,
			birth: open.birth,
			open,
			opening: undefined,
			usedAt: 0,
			reads: 0,
		};
		this.#use(entry);
		return {
			read: async (target, position, length) => {
				entry.reads++;
				try {
					return await this.#read(entry, target, position, length);
				} finally {
					entry.reads--;
				}
			},
		};
	}

	async close(): Promise<void> {
		this.#stopped = true;
		clearInterval(this.#timer);
		for (const entry of this.#open) {
			this.#close(entry);
		}

		// What is being opened is closed as soon as it is open.
		await Promise.allSettled(this.#opening);
		await Promise.all(this.#closing);
	}

	async #read(entry: Entry, target: Uint8Array, position: number, length: number): Promise<number> {
		const source = entry.open ?? (await this.#reopen(entry));
		this.#use(entry);
		const count = await source.read(target, position, length);
		if (!(await entry.guard.begins(source))) {
			throw new BytesGone();
		}

		return count;
	}

	#use(entry: Entry): void {
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

	#close(entry: Entry): void {
		this.#open.delete(entry);
		const open = entry.open;
		entry.open = undefined;
		if (open !== undefined) {
			const closing = open.close().finally(() => this.#closing.delete(closing));
			this.#closing.add(closing);
		}
	}

	async #reopen(entry: Entry): Promise<OpenFile> {
		if (this.#stopped) {
			throw new BytesGone();
		}

		if (entry.opening === undefined) {
			const opening = find(entry, this.#settings.open)
				.then(open => {
					entry.open = open;
					this.#use(entry);
					return open;
				})
				.finally(() => {
					entry.opening = undefined;
					this.#opening.delete(opening);
				});
			entry.opening = opening;
			this.#opening.add(opening);
		}

		return entry.opening;
	}
}

function isFree(entry: Entry): boolean {
	return entry.reads === 0 && !entry.isNeeded();
}

async function find(file: EndedFile, openFile: FollowSettings['open']): Promise<OpenFile> {
	const open = await openSame(file, file.path, openFile);
	if (open !== undefined) {
		return open;
	}

	const sibling = await findSibling(file.path, file.identity);
	const renamed = sibling === undefined ? undefined : await openSame(file, sibling, openFile);
	if (renamed === undefined) {
		throw new BytesGone();
	}

	return renamed;
}

/** Opens the path if the same file is there: inode numbers are used again, so its content is compared too. */
async function openSame(
	file: EndedFile,
	path: string,
	openFile: FollowSettings['open'],
): Promise<OpenFile | undefined> {
	const open = await reopen(openFile, path, file);
	try {
		if (open !== undefined && (await open.stat()).size >= file.size && (await file.guard.isIn(open))) {
			return open;
		}
	} catch (error) {
		await open?.close();
		throw error;
	}

	await open?.close();
	return undefined;
}

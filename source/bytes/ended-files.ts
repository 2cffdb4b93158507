import type {FollowSettings} from './follow-settings.js';
import type {ByteSource} from './log-life.js';
import {OpenFile} from './open-file.js';
import {findSibling} from './sibling.js';

/** What an ended file must still be like when it is opened again. */
type EndedFile = {
	readonly path: string;
	readonly head: Uint8Array;
	readonly size: number;
	readonly identity: OpenFile['identity'];
	readonly birth: bigint;
};

type Entry = EndedFile & {
	open: OpenFile | undefined;
	opening: Promise<OpenFile | undefined> | undefined;
	usedAt: number;
	/** When it was last looked for in vain. */
	missedAt: number;
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
	#timer: NodeJS.Timeout | undefined;
	#stopped = false;

	constructor(settings: FollowSettings) {
		this.#settings = settings;
	}

	/** Takes over an open descriptor and answers where the file can be read from now on. */
	adopt(
		open: OpenFile,
		file: {readonly path: string; readonly head: Uint8Array; readonly size: number},
	): ByteSource {
		const entry: Entry = {
			...file,
			identity: open.identity,
			birth: open.birth,
			open,
			opening: undefined,
			usedAt: 0,
			missedAt: Number.NEGATIVE_INFINITY,
		};
		this.#use(entry);
		return {
			read: async (target, position, length) => {
				const source = entry.open ?? (await this.#reopen(entry));
				if (source === undefined) {
					return 0;
				}

				this.#use(entry);
				return source.read(target, position, length);
			},
		};
	}

	async close(): Promise<void> {
		this.#stopped = true;
		clearInterval(this.#timer);
		for (const entry of this.#open) {
			this.#close(entry);
		}

		await Promise.all(this.#closing);
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

			this.#close(oldest);
		}

		this.#timer ??= setInterval(() => this.#closeIdle(), this.#settings.idleTime / 4).unref();
	}

	#closeIdle(): void {
		const since = performance.now() - this.#settings.idleTime;
		for (const entry of this.#open) {
			if (entry.usedAt <= since) {
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

	async #reopen(entry: Entry): Promise<OpenFile | undefined> {
		if (this.#stopped || performance.now() < entry.missedAt + this.#settings.idleTime) {
			return undefined;
		}

		entry.opening ??= find(entry).then(open => {
			entry.opening = undefined;
			if (open === undefined) {
				entry.missedAt = performance.now();
				return undefined;
			}

			entry.open = open;
			this.#use(entry);
			return entry.open;
		});
		return entry.opening;
	}
}

async function find(file: EndedFile): Promise<OpenFile | undefined> {
	const open = await openSame(file, file.path);
	if (open !== undefined) {
		return open;
	}

	const sibling = await findSibling(file.path, file.identity);
	return sibling === undefined ? undefined : openSame(file, sibling);
}

/** Opens the path if the same file is there: inode numbers are used again, so its content is compared too. */
async function openSame(file: EndedFile, path: string): Promise<OpenFile | undefined> {
	let open: OpenFile | undefined;
	try {
		open = await OpenFile.open(path);
		if (open?.identity === file.identity && open.birth === file.birth) {
			const {size} = await open.stat();
			const head = await open.head(file.head.length);
			if (size >= file.size && Buffer.compare(head, file.head) === 0) {
				return open;
			}
		}
	} catch {
		// Not to be read any more: the same to the reader as gone.
	}

	await open?.close();
	return undefined;
}

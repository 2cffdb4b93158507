import {type BigIntStats, constants, fstatSync, readSync} from 'node:fs';
import {type FileHandle, open, stat, statfs} from 'node:fs/promises';
import {platform} from 'node:process';
import {isMissing} from './errno-words.js';

/** Where bytes are read from, by their offsets: an open file, or what stands in for it. */
export type ByteSource = {
	/**
	 * Resolves with the number of bytes read, at most as many as fit. May reject: with `BytesGone` if there is no use in
	 * trying again.
	 */
	read(target: Uint8Array, position: number): Promise<number>;
	/**
	 * Where it takes decoding all that stands before `position` to read there: decodes some of it. Resolves with how far
	 * that has come: from `position` on, a read there is quick. May reject as `read` does.
	 */
	approach?(position: number): Promise<number>;
};

/** There is nothing to read from any more: the file was deleted or truncated. */
export class BytesGone extends Error {}

/**
 * Which file it is, whatever its name: device and inode. Good as long as the file is open, because then the
 * inode can't be given to another file.
 */
export type Identity = `${bigint}:${bigint}`;

/** The identity of a file, as the system tells it. */
export function identityOf(stats: BigIntStats): Identity {
	return `${stats.dev}:${stats.ino}`;
}

/**
 * What a log is opened with: whoever opened a named pipe at its path without these would wait for a writer, for ever
 * perhaps.
 */
export const readFlags = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0);

/**
 * File systems whose files are on this machine, by the numbers of statfs(2): ext2 to ext4, XFS, Btrfs, tmpfs, overlayfs
 * (of containers), F2FS, ZFS, bcachefs.
 */
const ownTypes: ReadonlySet<number> = new Set([
	0xef53, 0x5846_5342, 0x9123_683e, 0x0102_1994, 0x794c_7630, 0xf2f5_2010, 0x2fc1_2fc1, 0xca45_1a4e,
]);

/** Whether an open file is on a disk of this machine, so that no server is waited for; false where that isn't known. */
export async function isOnOwnDisk(descriptor: number): Promise<boolean> {
	if (platform !== 'linux') {
		return false;
	}

	try {
		const {type} = await statfs(`/proc/self/fd/${descriptor}`);
		return ownTypes.has(type);
	} catch {
		return false;
	}
}

/** What was written last is in the system's memory: so much of it, in bytes, if it was written so lately, milliseconds. */
const lateBytes = 1 << 20;
const lately = 5000;

/**
 * So few bytes, as much as a log is recognised by at a time, are in the system's memory after they have been read; of so many
 * places that is remembered.
 */
const fewBytes = 1024;
const fewPlaces = 4;

/**
 * An open descriptor of a regular file. A `FileHandle`, because its `close` waits for the reads that are going
 * on; it costs no more than the callbacks do (measured: 30 µs for 64 KiB, either way).
 *
 * On a disk of this machine, the few bytes that it is recognised by are read again at once and not by another thread, twice
 * for each read of a long past, and while it is written to its state and the little that is new, too, some hundred times a
 * second: 5 µs in place of 60 to 300.
 */
export class OpenFile {
	readonly identity: Identity;
	/** When the file was made, nanoseconds since 1970; 0 where the file system doesn't say. */
	readonly birth: bigint;
	/** Whether it is on a disk of this machine: asking for its state never takes long, nor reading what is in memory. */
	readonly isNear: boolean;
	readonly #handle: FileHandle;
	/** From this offset on it is in the system's memory; Infinity: who knows. */
	#lateFrom = Number.POSITIVE_INFINITY;
	/** Where few bytes were read. */
	readonly #known: number[] = [];

	private constructor(handle: FileHandle, stats: BigIntStats, isNear: boolean) {
		this.#handle = handle;
		this.identity = identityOf(stats);
		this.birth = stats.birthtimeNs;
		this.isNear = isNear;
	}

	/** Rejects with the system's error; undefined when what is there is no regular file. */
	static async open(path: string): Promise<OpenFile | undefined> {
		const handle = await open(path, readFlags);
		try {
			const [stats, isNear] = await Promise.all([handle.stat({bigint: true}), isOnOwnDisk(handle.fd)]);
			if (stats.isFile()) {
				return new OpenFile(handle, stats, isNear);
			}
		} catch (error) {
			await handle.close();
			throw error;
		}

		await handle.close();
		return undefined;
	}

	/** What the system says of it. From then on it is known what was written lately, and can be read at once. */
	async stat(): Promise<BigIntStats> {
		const {fd} = this.#handle;
		// Once closed, it has none.
		if (!this.isNear || fd < 0) {
			return this.#handle.stat({bigint: true});
		}

		const stats = fstatSync(fd, {bigint: true});
		const isLate = Date.now() - Number(stats.mtimeMs) < lately;
		this.#lateFrom = isLate ? Number(stats.size) - lateBytes : Number.POSITIVE_INFINITY;
		return stats;
	}

	/** Resolves with the number of bytes read, at most as many as fit. */
	async read(target: Uint8Array, position: number): Promise<number> {
		const {fd} = this.#handle;
		const {length} = target;
		if (fd >= 0 && this.#isQuick(position, length)) {
			return readSync(fd, target, 0, length, position);
		}

		const {bytesRead} = await this.#handle.read(target, 0, length, position);
		if (length <= fewBytes && this.#known.unshift(position) > fewPlaces) {
			this.#known.pop();
		}
		return bytesRead;
	}

	/** The first bytes, at most `length`. */
	async head(length: number): Promise<Uint8Array> {
		const bytes = new Uint8Array(length);
		return bytes.slice(0, await this.read(bytes, 0));
	}

	/** Whether what is to be read is in the system's memory. */
	#isQuick(position: number, length: number): boolean {
		const isKnown = this.isNear && length <= fewBytes && this.#known.includes(position);
		return isKnown || position >= this.#lateFrom;
	}

	/** Once closed, further calls do nothing. */
	async close(): Promise<void> {
		try {
			await this.#handle.close();
		} catch {
			// What a network file system answers to a close doesn't matter to a reader.
		}
	}
}

/**
 * Opens a path if that file is there; undefined if not. Rejects when that can't be found out, because of a fault of its
 * disk or server.
 *
 * @param file.birth Its inode may have been given to another file since.
 */
export async function reopen(
	openFile: (path: string) => Promise<OpenFile | undefined>,
	path: string,
	{identity, birth}: {readonly identity: Identity; readonly birth?: bigint},
): Promise<OpenFile | undefined> {
	const open = await openFile(path).catch(error => {
		if (isMissing(error)) {
			return undefined;
		}

		throw error;
	});
	if (open?.identity === identity && (birth === undefined || open.birth === birth)) {
		return open;
	}

	await open?.close();
	return undefined;
}

/** Whether a path leads to a regular file, also through symbolic links. */
export async function isFile(path: string): Promise<boolean> {
	try {
		return (await stat(path)).isFile();
	} catch {
		return false;
	}
}

/** The bytes of a file, or why they weren't read: `no file` is a pipe, a device or a folder. */
export type SmallFile = {readonly bytes: Buffer} | {readonly unread: 'no file' | 'too large'};

/**
 * Reads a small regular file as a whole. Pipes aren't waited for, devices aren't read.
 * @param largest - the largest size that is read, in bytes
 * @param flags - flags of open(2) in addition to those for reading
 * @throws an error of the system
 */
export async function readSmall(path: string, largest: number, flags = 0): Promise<SmallFile> {
	const file = await open(path, readFlags | flags);
	try {
		const stats = await file.stat();
		if (!stats.isFile()) {
			return {unread: 'no file'};
		}
		if (stats.size > largest) {
			return {unread: 'too large'};
		}
		// Reads at most the size above: a file that grows meanwhile may never end.
		const bytes = Buffer.alloc(stats.size);
		let length = 0;
		for (let read = -1; read !== 0 && length < bytes.length; length += read) {
			({bytesRead: read} = await file.read(bytes, length, bytes.length - length, length));
		}
		return {bytes: bytes.subarray(0, length)};
	} finally {
		await file.close();
	}
}

/**
 * The time that a file system notes of a change may be so long before the clock's, milliseconds: Linux counts in ticks
 * of 1 to 10 ms.
 */
export const tick = 20;

/** The same where the times are whole seconds: they may be even ones (FAT). */
const coarseTick = 2500;

/**
 * Whether a file can't have changed once more without that showing in the time of its last change, nanoseconds since
 * 1970, when it was looked at, milliseconds since 1970: changes within the same tick have the same time.
 */
export function isSettled(change: bigint, lookedAt: number): boolean {
	const isCoarse = change % 1_000_000_000n === 0n;
	return lookedAt - Number(change / 1_000_000n) > (isCoarse ? coarseTick : tick);
}

/**
 * The latest moment for which a file system may have noted that time, both since 1970, nanoseconds and milliseconds:
 * whoever copies times may leave only whole seconds of them (bzip2).
 */
export function latestOf(time: bigint): number {
	const isCoarse = time % 1_000_000_000n === 0n;
	return Number(time / 1_000_000n) + (isCoarse ? 1000 : 0);
}

/** Whether that time of a file, nanoseconds, is that moment, milliseconds: only its seconds may have been kept. */
export function isTimeOf(time: bigint, moment: number): boolean {
	const at = Number(time / 1_000_000n);
	return at === Math.floor(moment) || (time % 1_000_000_000n === 0n && at === moment - (moment % 1000));
}

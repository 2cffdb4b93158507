import {type BigIntStats, constants, fstatSync, readSync, type Stats} from 'node:fs';
import {type FileHandle, open, stat, statfs} from 'node:fs/promises';
import {platform} from 'node:process';
import type {Descriptors} from './descriptors.js';
import {isMissing} from './errno-words.js';

/** A source of bytes by offset: an open file, or a substitute for one. */
export type ByteSource = {
	/**
	 * Reads into `target`, at most its length. Resolves with the number of bytes. May reject; with `BytesGone` if a retry is
	 * pointless.
	 */
	read(target: Uint8Array, position: number): Promise<number>;
	/**
	 * Decodes some of the text before `position`, if a read there requires that. Resolves with the offset that decoding has
	 * reached; once that is `position`, a read there is fast. May reject as `read` does.
	 */
	approach?(position: number): Promise<number>;
};

/** The source is permanently gone: the file was deleted or truncated. */
export class BytesGone extends Error {}

/** The descriptor of a file was closed, and its path now leads to another file, or to no file. */
export class MovedAway extends Error {}

/**
 * Identity of a file, independent of its name: device and inode. Valid only while the file is open, because then the inode can't
 * be reused.
 */
export type Identity = `${bigint}:${bigint}`;

/** Returns the identity of a file. */
export function identityOf(stats: BigIntStats): Identity {
	return `${stats.dev}:${stats.ino}`;
}

/**
 * Flags for opening logs. Without them, opening a named pipe that has replaced a log would wait for a writer, possibly forever.
 */
export const readFlags = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0);

/**
 * Types of local file systems, as in statfs(2): ext2 to ext4, XFS, Btrfs, tmpfs, overlayfs (of containers), F2FS, ZFS, bcachefs.
 */
const ownTypes: ReadonlySet<number> = new Set([
	0xef53, 0x5846_5342, 0x9123_683e, 0x0102_1994, 0x794c_7630, 0xf2f5_2010, 0x2fc1_2fc1, 0xca45_1a4e,
]);

/** Returns true if an open file is on a local disk, so that no call waits for a server. False if that is unknown. */
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

/** The last `lateBytes` bytes of a file are in the page cache if it was written within the last `lately` ms. */
const lateBytes = 1 << 20;
const lately = 5000;

/**
 * A range of at most `fewBytes` bytes, such as each part of a fingerprint, is in the page cache after it has been read. The last
 * `fewOffsets` offsets of such reads are remembered.
 */
const fewBytes = 1024;
const fewOffsets = 4;

/**
 * An open descriptor of a regular file. Uses a `FileHandle`, because its `close` waits for running reads; it costs the same as
 * the callback API (measured: 30 µs for 64 KiB with both).
 *
 * On a local disk, some calls are synchronous instead of using the thread pool: 5 µs instead of 60 to 300. These are the repeated
 * reads of fingerprint bytes (two for each read of a long backfill) and, while the file is written, its stat and the reads of new
 * bytes, hundreds of times a second.
 */
export class OpenFile {
	readonly identity: Identity;
	/** Creation time, in ns since 1970; 0 if the file system doesn't record it. */
	readonly birth: bigint;
	/** True if the file is on a local disk: a stat and a read from the page cache are always fast. */
	readonly isNear: boolean;
	readonly #path: string;
	/** Undefined while the file is parked, see `Descriptors`. */
	#handle: FileHandle | undefined;
	readonly #descriptors: Descriptors | undefined;
	#opening: Promise<FileHandle> | undefined;
	/** Number of running calls that use the handle. */
	#uses = 0;
	#isClosed = false;
	/** Bytes from this offset on are in the page cache. Infinity if unknown. */
	#lateFrom = Number.POSITIVE_INFINITY;
	/** Offsets of the last short reads, see `fewOffsets`. */
	readonly #known: number[] = [];

	private constructor(
		handle: FileHandle,
		stats: BigIntStats,
		isNear: boolean,
		{path, descriptors}: {readonly path: string; readonly descriptors: Descriptors | undefined},
	) {
		this.#handle = handle;
		this.#path = path;
		this.#descriptors = descriptors;
		descriptors?.used(this);
		this.identity = identityOf(stats);
		this.birth = stats.birthtimeNs;
		this.isNear = isNear;
	}

	/**
	 * Opens a regular file. Resolves with undefined if the path has something else.
	 *
	 * @param descriptors Limits the number of open files.
	 * @throws The system's error.
	 */
	static async open(path: string, descriptors?: Descriptors): Promise<OpenFile | undefined> {
		const opened = async (): Promise<OpenFile | undefined> => {
			const handle = await open(path, readFlags);
			try {
				const [stats, isNear] = await Promise.all([handle.stat({bigint: true}), isOnOwnDisk(handle.fd)]);
				if (stats.isFile()) {
					return new OpenFile(handle, stats, isNear, {path, descriptors});
				}
			} catch (error) {
				await handle.close();
				throw error;
			}
			await handle.close();
			return undefined;
		};
		return descriptors === undefined ? opened() : descriptors.opening(opened);
	}

	/** Returns the stats. Afterwards, recently written bytes are read synchronously. */
	async stat(): Promise<BigIntStats> {
		const fd = this.#handle?.fd ?? -1;
		// A closed handle has no descriptor.
		if (!this.isNear || fd < 0) {
			return this.#use(handle => handle.stat({bigint: true}));
		}
		const stats = fstatSync(fd, {bigint: true});
		const isLate = Date.now() - Number(stats.mtimeMs) < lately;
		this.#lateFrom = isLate ? Number(stats.size) - lateBytes : Number.POSITIVE_INFINITY;
		return stats;
	}

	/** Resolves with the number of bytes read, at most the length of `target`. */
	async read(target: Uint8Array, position: number): Promise<number> {
		const fd = this.#handle?.fd ?? -1;
		const {length} = target;
		if (fd >= 0 && this.#isQuick(position, length)) {
			return readSync(fd, target, 0, length, position);
		}
		const {bytesRead} = await this.#use(handle => handle.read(target, 0, length, position));
		if (length <= fewBytes && this.#known.unshift(position) > fewOffsets) {
			this.#known.pop();
		}
		return bytesRead;
	}

	/** Returns the first bytes, at most `length`. */
	async head(length: number): Promise<Uint8Array> {
		const bytes = new Uint8Array(length);
		return bytes.slice(0, await this.read(bytes, 0));
	}

	/** Returns true if the range is in the page cache. */
	#isQuick(position: number, length: number): boolean {
		const isKnown = this.isNear && length <= fewBytes && this.#known.includes(position);
		return isKnown || position >= this.#lateFrom;
	}

	/** Closes the descriptor until it is needed again, unless it is in use. See `Descriptors`. */
	async park(): Promise<void> {
		const handle = this.#handle;
		if (this.#uses === 0 && !this.#isClosed && handle !== undefined) {
			this.#handle = undefined;
			this.#descriptors?.closed(this);
			await closed(handle);
		}
	}

	/** Closes the file. Further calls do nothing. */
	async close(): Promise<void> {
		this.#isClosed = true;
		this.#descriptors?.closed(this);
		if (this.#handle !== undefined) {
			await closed(this.#handle);
		}
	}

	/** @throws The system's error, or `MovedAway`. */
	async #use<Result>(use: (handle: FileHandle) => Promise<Result>): Promise<Result> {
		const [handle, descriptors] = [this.#handle, this.#descriptors];
		if (descriptors === undefined) {
			return use(handle ?? (await this.#reopened()));
		}
		this.#uses++;
		try {
			if (handle === undefined) {
				return await descriptors.opening(async () => {
					this.#opening ??= this.#reopened();
					return use(await this.#opening);
				});
			}
			descriptors.used(this);
			return await use(handle);
		} finally {
			this.#uses--;
		}
	}

	async #reopened(): Promise<FileHandle> {
		try {
			return this.#handle ?? (await this.#reopen());
		} finally {
			this.#opening = undefined;
		}
	}

	async #reopen(): Promise<FileHandle> {
		const handle = await open(this.#path, readFlags).catch(error => {
			throw isMissing(error) ? new MovedAway() : error;
		});
		const stats = await handle.stat({bigint: true});
		if (this.#isClosed || identityOf(stats) !== this.identity || stats.birthtimeNs !== this.birth) {
			await closed(handle);
			throw new MovedAway();
		}
		this.#handle = handle;
		this.#descriptors?.used(this);
		return handle;
	}
}

async function closed(handle: FileHandle): Promise<void> {
	try {
		await handle.close();
	} catch {
		// A close error of a network file system doesn't matter to a reader.
	}
}

/**
 * Opens a path if it has that file; undefined if not.
 *
 * @param file.birth Creation time: the inode may have been reused.
 * @throws If a fault of the disk or server prevents the check.
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

/** Returns true if a path leads to a regular file, even through symbolic links. */
export async function isFile(path: string): Promise<boolean> {
	try {
		return (await stat(path)).isFile();
	} catch {
		return false;
	}
}

/** The bytes of a file, or the reason why they weren't read. `no file` means a pipe, device or directory. */
export type SmallFile = {readonly bytes: Buffer} | {readonly unread: 'no file' | 'too large'};

/**
 * Reads a small regular file as a whole. Doesn't wait for pipes and doesn't read devices.
 * @param maxSize - maximum size, in bytes
 * @param options.flags - flags of open(2) in addition to those for reading
 * @param options.check - throws if the open file mustn't be read
 * @throws an error of the system or of `check`
 */
export async function readSmall(
	path: string,
	maxSize: number,
	{flags = 0, check}: {readonly flags?: number; readonly check?: (stats: Stats) => void} = {},
): Promise<SmallFile> {
	const file = await open(path, readFlags | flags);
	try {
		const stats = await file.stat();
		if (!stats.isFile()) {
			return {unread: 'no file'};
		}
		check?.(stats);
		if (stats.size > maxSize) {
			return {unread: 'too large'};
		}
		// Reads at most the size above, because a growing file may never end.
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

/** Maximum lag of a file timestamp, in ms. Linux updates timestamps in ticks of 1 to 10 ms. */
export const tick = 20;

/** Maximum lag of a timestamp in whole seconds, in ms. FAT has even seconds only. */
const coarseTick = 2500;

/**
 * Returns true if a later change of the file would have a different timestamp. Changes within one tick have the same timestamp.
 *
 * @param change Time of the last change, in ns since 1970.
 * @param lookedAt Time of the poll, in ms since 1970.
 */
export function isSettled(change: bigint, lookedAt: number): boolean {
	const isCoarse = change % 1_000_000_000n === 0n;
	return lookedAt - Number(change / 1_000_000n) > (isCoarse ? coarseTick : tick);
}

/**
 * Returns the latest moment, in ms since 1970, that a file timestamp (in ns since 1970) may stand for. Programs that copy
 * timestamps may keep only whole seconds (bzip2).
 */
export function maxTimeOf(time: bigint): number {
	const isCoarse = time % 1_000_000_000n === 0n;
	return Number(time / 1_000_000n) + (isCoarse ? 1000 : 0);
}

/** Returns true if a file timestamp (in ns) stands for that moment (in ms), possibly in whole seconds only. */
export function isTimeOf(time: bigint, moment: number): boolean {
	const at = Number(time / 1_000_000n);
	return at === Math.floor(moment) || (time % 1_000_000_000n === 0n && at === moment - (moment % 1000));
}

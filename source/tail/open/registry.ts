import type {BigIntStats} from 'node:fs';
import {resolve} from 'node:path';
import {type Identity, identityOf} from '../files/open-file.js';
import type {Fingerprint} from '../rotation/fingerprint.js';
import {type WrittenTime, WrittenTimes} from '../rotation/fingerprint-index.js';
import {uncompressedName, unrotatedPaths} from '../rotation/rotated-files.js';
import type {State} from '../tail-types.js';

/**
 * An open file that is polled for growth, independent of its current name. Its generations follow each other: a truncation ends
 * one and begins the next. Followed paths that lead to the file are its holders. Without holders, it is read for the hold time
 * and then ends.
 */
export type TailedFile = {
	readonly identity: Identity;
	/** Creation time, see `OpenFile`. */
	readonly birth: bigint;
	/** The path at which the file was found. */
	readonly path: string;
	/** Log names that rotated files are derived from, see `logNames`. */
	readonly names: readonly string[];
	/** True if the file has no name left. */
	readonly deleted: boolean;
	/** `foreign`: not text; `copy`: a copy of the log that `problem` names; `ended`: no longer polled. */
	readonly state: 'open' | 'foreign' | 'copy' | 'ended';
	/**
	 * Number of known or possible truncations. A write to an empty file counts, because the file may have had unseen content in
	 * between.
	 */
	readonly truncations: number;
	/** While true, the content isn't published, so that missed rotated files are published first. See `reveal`. */
	isWithheld: boolean;
	/** The reason why the file can't be read, temporarily or permanently. */
	readonly problem: string | undefined;
	/** True while a followed path holds the file. */
	readonly held: boolean;
	/** State of an archive or of an ended file, if it differs from a plain file's state. */
	readonly outcome: State | undefined;
	/** Known size in bytes. */
	readonly size: number;
	/** True if a stat of the path is always fast, judging by the current file. */
	readonly isNear: boolean;
	/** True if the first content was already read, as another file. */
	readonly continues: boolean;
	/** Period in which the current generation was written, as of the last poll. */
	readonly written: WrittenTime;
	/** Fingerprint of the current generation. */
	readonly fingerprint: Fingerprint;
	/** Returns true if `stats` shows that a poll of the file would find no change. */
	isKnown(stats: BigIntStats): boolean;
	/** See `Hold`. */
	hold(holder: object): void;
	/** See `Hold`. */
	release(holder: object, holdTime: number): void;
	/** Publishes the content after the missed files. */
	reveal(): Promise<void>;
	/** Resolves when a poll that began after the call is done. */
	poll(): Promise<void>;
	/** Schedules a poll because the file may have changed. */
	schedulePoll(): void;
	/** Ends the file. Its content stays readable. */
	end(): void;
	/** Closes the descriptor without notifying the listener. */
	close(): Promise<void>;
};

/** Keys of an open file. */
type Named = Pick<TailedFile, 'identity' | 'names'>;

/** Open files by identity and by name. There may be thousands, and every new file is compared with them. */
export class OpenFiles<File extends Named = TailedFile> {
	readonly #byIdentity = new Map<Identity, File>();
	/** Keys are absolute paths. */
	readonly #byName = new Map<string, Set<File>>();

	get all(): Iterable<File> {
		return this.#byIdentity.values();
	}

	/** Returns the file with that identity. */
	find(identity: Identity): File | undefined {
		return this.#byIdentity.get(identity);
	}

	/** Adds a file. Replaces a file with the same identity. */
	add(file: File): void {
		const before = this.#byIdentity.get(file.identity);
		if (before !== undefined) {
			this.remove(before);
		}
		this.#byIdentity.set(file.identity, file);
		for (const name of file.names) {
			const path = resolve(name);
			this.#byName.set(path, (this.#byName.get(path) ?? new Set()).add(file));
		}
	}

	/** Removes a file. Does nothing if another file has replaced it. */
	remove(file: File): void {
		if (this.#byIdentity.get(file.identity) !== file) {
			return;
		}
		this.#byIdentity.delete(file.identity);
		for (const name of file.names) {
			const path = resolve(name);
			const files = this.#byName.get(path);
			files?.delete(file);
			if (files?.size === 0) {
				this.#byName.delete(path);
			}
		}
	}

	/** Returns the files with that name. */
	at(path: string): readonly File[] {
		return [...(this.#byName.get(resolve(path)) ?? [])];
	}

	/** Returns the logs that the file at `path` may be a rotated file of, judging by its name. */
	unrotated(path: string): readonly File[] {
		return unrotatedPaths(path).flatMap(log => this.at(log));
	}
}

/** State of a file when it ended. */
export type EndedGeneration = {
	readonly birth: bigint;
	readonly size: number;
	readonly fingerprint: Fingerprint;
	/** True if the file is compressed: it isn't expected to grow. */
	readonly isArchive?: boolean;
};

/** Maximum number of ended files in memory: more than the rotated files that a directory keeps. */
const maxEndedFiles = 1000;

/** Open and ended files by identity, so that a file with several names is read once. */
export class Registry {
	readonly #files = new OpenFiles();
	readonly #ended = new Map<Identity, EndedGeneration>();
	/** Start of the tail, in ms since 1970. */
	readonly since = Date.now();
	/** Periods in which ended generations were written. */
	readonly written = new WrittenTimes();

	/** All open files. */
	get files(): Iterable<TailedFile> {
		return this.#files.all;
	}

	/** Returns the open file with that identity. */
	find(identity: Identity): TailedFile | undefined {
		return this.#files.find(identity);
	}

	/** Registers an open file. */
	add(file: TailedFile): void {
		this.#files.add(file);
	}

	/** Removes a file from the registry. */
	remove(file: TailedFile): void {
		this.#files.remove(file);
	}

	/** Remembers a file that has ended but still exists on disk. */
	remember(identity: Identity, ended: EndedGeneration): void {
		this.#ended.delete(identity);
		this.#ended.set(identity, ended);
		for (const oldest of this.#ended.keys()) {
			if (this.#ended.size <= maxEndedFiles) {
				break;
			}
			this.#ended.delete(oldest);
		}
	}

	/** Returns the path of the log, open or ended, whose compressed rotated file this is, judging by its name. */
	compressedFrom(path: string): string | undefined {
		const before = uncompressedName(path);
		return before === undefined
			? undefined
			: (this.logOf(before) ?? unrotatedPaths(before).find(log => this.written.of(log).length > 0));
	}

	/** Returns the path of the open log whose uncompressed rotated file this is, judging by its name. */
	logOf(path: string): string | undefined {
		return this.#files.unrotated(path)[0]?.path;
	}

	/** Polls the files that are, or were, at that path. */
	async poll(path: string): Promise<void> {
		await Promise.all(this.#files.at(path).map(file => file.poll()));
	}

	/** Schedules polls of the files without holders: they were replaced or deleted and are read for the hold time. */
	schedulePollOfReleased(): void {
		for (const file of this.#files.all) {
			if (!file.held) {
				file.schedulePoll();
			}
		}
	}

	/**
	 * Returns true if a known generation of the log at `path` was written at `time` (in ns since 1970, a file modification time). A
	 * rotated file with that time then has no content beyond that generation.
	 */
	wasWrittenAt(path: string, time: bigint): boolean {
		const at = Number(time / 1_000_000n);
		const open = this.#files.at(path);
		const current = open.reduce((newest, {written}) => Math.max(newest, written.from), 0);
		const isWholeSecond = time % 1_000_000_000n === 0n;
		return [...this.written.of(path), ...open.map(({written}) => written)].some(
			({from, until}) =>
				(from <= at && at <= until) ||
				// The time may have been copied without its fraction of a second.
				(isWholeSecond && from < current && until - (until % 1000) === at),
		);
	}

	/** Returns the state of a file when it ended, if it was read before. Compares only `stats`, without reading. */
	whenEnded(stats: BigIntStats): EndedGeneration | undefined {
		const ended = this.#ended.get(identityOf(stats));
		return ended?.birth === stats.birthtimeNs && ended.size <= Number(stats.size) ? ended : undefined;
	}
}

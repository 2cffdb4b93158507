import type {BigIntStats} from 'node:fs';
import {resolve} from 'node:path';
import {type ByteSource, type Identity, identityOf} from '../files/open-file.js';
import type {ContentGuard} from '../rotation/fingerprint.js';
import {WrittenTimes} from '../rotation/fingerprint-index.js';
import {uncompressedName, unrotatedPaths} from '../rotation/rotated-files.js';
import type {FollowedFile} from './tailed-file.js';

/** What is looked up of an open file. */
type Named = Pick<FollowedFile, 'identity' | 'names'>;

/** Every open file, by its identity and by its names: there may be thousands, and each is asked about when one comes. */
export class OpenFiles<File extends Named = FollowedFile> {
	readonly #byIdentity = new Map<Identity, File>();
	/** By absolute path. */
	readonly #byName = new Map<string, Set<File>>();

	/** All of them. */
	get all(): Iterable<File> {
		return this.#byIdentity.values();
	}

	/** The one with that identity. */
	find(identity: Identity): File | undefined {
		return this.#byIdentity.get(identity);
	}

	/** Takes the place of another one that is the same file. */
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

	/** Does nothing when another one has taken its place. */
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

	/** Those that have that name. */
	at(path: string): readonly File[] {
		return [...(this.#byName.get(resolve(path)) ?? [])];
	}

	/** The logs whose rotated file may be the one at that path, going by its name. */
	unrotated(path: string): readonly File[] {
		return unrotatedPaths(path).flatMap(log => this.at(log));
	}
}

/** How a file was when it ended. */
export type EndedLife = {
	readonly birth: bigint;
	readonly size: number;
	readonly guard: ContentGuard;
	/** It is compressed: nothing more is expected of it. */
	readonly isArchive?: boolean;
};

/** A life that is over, by the names it had and what it is recognised by. */
type PastLife = {readonly names: readonly string[]; readonly guard: ContentGuard};

/** As many ended files are remembered: more than a directory keeps of rotated ones. */
const rememberedFiles = 1000;

/** As many lives that are over are remembered: a copy of one appears soon. */
const rememberedLives = 100;

/** Every open file by its identity, so that a file with several names is read once. */
export class Registry {
	readonly #files = new OpenFiles();
	readonly #past = new Map<Identity, EndedLife>();
	readonly #lives: PastLife[] = [];
	/** When the watching began, milliseconds since 1970. */
	readonly since = Date.now();
	/** When the lives that are over were written. */
	readonly written = new WrittenTimes();

	/** All that are open. */
	get files(): Iterable<FollowedFile> {
		return this.#files.all;
	}

	/** The one with that identity. */
	find(identity: Identity): FollowedFile | undefined {
		return this.#files.find(identity);
	}

	/** Has it found from now on. */
	add(file: FollowedFile): void {
		this.#files.add(file);
	}

	/** Has it found no more. */
	remove(file: FollowedFile): void {
		this.#files.remove(file);
	}

	/** Remembers a file that has ended but is still somewhere on the disk. */
	remember(identity: Identity, past: EndedLife): void {
		this.#past.delete(identity);
		this.#past.set(identity, past);
		for (const oldest of this.#past.keys()) {
			if (this.#past.size <= rememberedFiles) {
				break;
			}

			this.#past.delete(oldest);
		}
	}

	/** Remembers a life that is over, to know copies of it. */
	rememberLife(life: PastLife): void {
		this.#lives.push(life);
		this.#lives.splice(0, this.#lives.length - rememberedLives);
	}

	/**
	 * The path of the log that a file is a copy of, as far as it goes: one that rotation has named after that log, and
	 * that holds what the log holds or held. Undefined when it is a log of its own. Rejects when it can't be read.
	 *
	 * @param itself The open file that it is, if it is one.
	 * @param isOld Whether it was there before the watching began. Then the log hasn't been truncated since it was copied: it
	 * has all that the copy has.
	 */
	async originalOf(
		path: string,
		copy: ByteSource,
		size: number,
		itself?: FollowedFile,
		isOld = false,
	): Promise<string | undefined> {
		for (const file of this.#files.unrotated(path)) {
			const {guard, bytes} = file;
			if (
				file !== itself &&
				(await (isOld ? guard.isBegunBy(copy, size, bytes) : guard.isCopiedBy(copy, size)))
			) {
				return file.path;
			}
		}

		for (const {names, guard} of this.#livesOf(path).toReversed()) {
			if (await guard.isCopiedBy(copy, size)) {
				return names[0];
			}
		}

		return undefined;
	}

	/** The path of the log, open or over by now, whose compressed rotated file this is, going by its name. */
	compressedFrom(path: string): string | undefined {
		const before = uncompressedName(path);
		const [log] = before === undefined ? [] : [...this.#files.unrotated(before), ...this.#livesOf(before)];
		return log?.names[0];
	}

	/** The path of the open log whose rotated file this is, going by its name, if it isn't compressed. */
	logOf(path: string): string | undefined {
		return this.#files.unrotated(path)[0]?.path;
	}

	/** Resolves once the files have been looked at that are, or were, at that path. */
	async look(path: string): Promise<void> {
		await Promise.all(this.#files.at(path).map(file => file.look()));
	}

	/** Has those looked at that were replaced or deleted, and are read for a while longer. */
	hintReleased(): void {
		for (const file of this.#files.all) {
			if (!file.held) {
				file.hint();
			}
		}
	}

	/**
	 * Whether one of the lives of the log at that path that are known was written at that time, nanoseconds since 1970,
	 * going by what its file system notes: so what has that time as its own holds nothing else.
	 */
	wasWrittenAt(path: string, time: bigint): boolean {
		const at = Number(time / 1_000_000n);
		const open = this.#files.at(path);
		const current = open.reduce((newest, {written}) => Math.max(newest, written.from), 0);
		const isWholeSecond = time % 1_000_000_000n === 0n;
		return [...this.written.of(path), ...open.map(({written}) => written)].some(
			({from, until}) =>
				(from <= at && at <= until) ||
				// The time may have been copied without what makes up less than a second.
				(isWholeSecond && from < current && until - (until % 1000) === at),
		);
	}

	/** How the file was when it ended, if it is one that has been read before, as far as can be told without reading. */
	whenEnded(stats: BigIntStats): EndedLife | undefined {
		const past = this.#past.get(identityOf(stats));
		return past?.birth === stats.birthtimeNs && past.size <= Number(stats.size) ? past : undefined;
	}

	/** The lives of logs whose rotated file may be the one at that path, going by its name. */
	#livesOf(path: string): readonly PastLife[] {
		const logs = new Set(unrotatedPaths(path));
		return logs.size === 0
			? []
			: this.#lives.filter(({names}) => names.some(name => logs.has(resolve(name))));
	}
}

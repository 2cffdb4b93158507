import type {BigIntStats} from 'node:fs';
import {resolve} from 'node:path';
import {type ByteSource, type Identity, identityOf} from '../files/open-file.js';
import type {Fingerprint} from '../rotation/fingerprint.js';
import {type WrittenTime, WrittenTimes} from '../rotation/fingerprint-index.js';
import {uncompressedName, unrotatedPaths} from '../rotation/rotated-files.js';
import type {State} from '../tail-types.js';

/**
 * A file that is open and looked at for growth, whatever its name is by now. It has one generation after the other:
 * being truncated ends one and begins the next. Those who follow a path at which the file is are its holders;
 * once there are none, it is read for a while longer and then ends.
 */
export type TailedFile = {
	readonly identity: Identity;
	/** The path by which it was found. */
	readonly path: string;
	/** What rotated files of it are named after: see `logNames`. */
	readonly names: readonly string[];
	/** No name of it is left. */
	readonly deleted: boolean;
	/** `foreign`: not text; `copy`: of another log, and `problem` says of which; `ended`: not looked at any more. */
	readonly state: 'open' | 'foreign' | 'copy' | 'ended';
	/**
	 * How many times it was truncated, or may have been: written to while it was empty, it may have held something in
	 * between that nobody has seen.
	 */
	readonly truncations: number;
	/** While that is true, nobody is told of what it holds: what was missed before is told first. See `reveal`. */
	isWithheld: boolean;
	/** Why it can't be read, at the moment or at all. */
	readonly problem: string | undefined;
	/** True while somebody who follows a path holds it. */
	readonly held: boolean;
	/** What has become of an archive, or of a file that has ended, if that isn't what becomes of any file. */
	readonly outcome: State | undefined;
	/** Bytes known to be in it. */
	readonly size: number;
	/** Whether asking for the state of what is at its path never takes long, going by what is there now. */
	readonly isNear: boolean;
	/** True when what it held at first was read before, as another file. */
	readonly continues: boolean;
	/** When its generation was written, as of the last poll. */
	readonly written: WrittenTime;
	/** What its generation is recognised by. */
	readonly fingerprint: Fingerprint;
	/** What it holds now. */
	readonly bytes: ByteSource;
	/** True when a look at the file wouldn't find anything new, given what the system says of it now. */
	isKnown(stats: BigIntStats): boolean;
	/** See `Hold`. */
	hold(holder: object): void;
	/** See `Hold`. */
	release(holder: object, holdTime: number): void;
	/** What was missed has been told: what it holds is to be, too. */
	reveal(): Promise<void>;
	/** Resolves when a poll that began after the call is done. */
	poll(): Promise<void>;
	/** Something may have happened to it: has it looked at soon. */
	schedulePoll(): void;
	/** Nothing more is expected of the file. What it holds stays readable. */
	end(): void;
	/** Closes the descriptor without a word to anyone. */
	close(): Promise<void>;
};

/** What is looked up of an open file. */
type Named = Pick<TailedFile, 'identity' | 'names'>;

/** Every open file, by its identity and by its names: there may be thousands, and each is asked about when one comes. */
export class OpenFiles<File extends Named = TailedFile> {
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
export type EndedGeneration = {
	readonly birth: bigint;
	readonly size: number;
	readonly fingerprint: Fingerprint;
	/** It is compressed: nothing more is expected of it. */
	readonly isArchive?: boolean;
};

/** A generation that is over, by the names it had and what it is recognised by. */
type FormerGeneration = {readonly names: readonly string[]; readonly fingerprint: Fingerprint};

/** As many ended files are remembered: more than a directory keeps of rotated ones. */
const maxEndedFiles = 1000;

/** As many generations that are over are remembered: a copy of one appears soon. */
const maxGenerations = 100;

/** Every open file by its identity, so that a file with several names is read once. */
export class Registry {
	readonly #files = new OpenFiles();
	readonly #ended = new Map<Identity, EndedGeneration>();
	readonly #generations: FormerGeneration[] = [];
	/** When the watching began, milliseconds since 1970. */
	readonly since = Date.now();
	/** When the generations that are over were written. */
	readonly written = new WrittenTimes();

	/** All that are open. */
	get files(): Iterable<TailedFile> {
		return this.#files.all;
	}

	/** The one with that identity. */
	find(identity: Identity): TailedFile | undefined {
		return this.#files.find(identity);
	}

	/** Has it found from now on. */
	add(file: TailedFile): void {
		this.#files.add(file);
	}

	/** Has it found no more. */
	remove(file: TailedFile): void {
		this.#files.remove(file);
	}

	/** Remembers a file that has ended but is still somewhere on the disk. */
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

	/** Remembers a generation that is over, to know copies of it. */
	rememberGeneration(generation: FormerGeneration): void {
		this.#generations.push(generation);
		this.#generations.splice(0, this.#generations.length - maxGenerations);
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
		itself?: TailedFile,
		isOld = false,
	): Promise<string | undefined> {
		for (const file of this.#files.unrotated(path)) {
			const {fingerprint, bytes} = file;
			if (
				file !== itself &&
				(await (isOld ? fingerprint.isBegunBy(copy, size, bytes) : fingerprint.isCopiedBy(copy, size)))
			) {
				return file.path;
			}
		}

		for (const {names, fingerprint} of this.#generationsOf(path).toReversed()) {
			if (await fingerprint.isCopiedBy(copy, size)) {
				return names[0];
			}
		}

		return undefined;
	}

	/** The path of the log, open or over by now, whose compressed rotated file this is, going by its name. */
	compressedFrom(path: string): string | undefined {
		const before = uncompressedName(path);
		const [log] =
			before === undefined ? [] : [...this.#files.unrotated(before), ...this.#generationsOf(before)];
		return log?.names[0];
	}

	/** The path of the open log whose rotated file this is, going by its name, if it isn't compressed. */
	logOf(path: string): string | undefined {
		return this.#files.unrotated(path)[0]?.path;
	}

	/** Resolves once the files have been looked at that are, or were, at that path. */
	async poll(path: string): Promise<void> {
		await Promise.all(this.#files.at(path).map(file => file.poll()));
	}

	/** Has those looked at that were replaced or deleted, and are read for a while longer. */
	schedulePollOfReleased(): void {
		for (const file of this.#files.all) {
			if (!file.held) {
				file.schedulePoll();
			}
		}
	}

	/**
	 * Whether one of the generations of the log at that path that are known was written at that time, nanoseconds since 1970,
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
	whenEnded(stats: BigIntStats): EndedGeneration | undefined {
		const ended = this.#ended.get(identityOf(stats));
		return ended?.birth === stats.birthtimeNs && ended.size <= Number(stats.size) ? ended : undefined;
	}

	/** The generations of logs whose rotated file may be the one at that path, going by its name. */
	#generationsOf(path: string): readonly FormerGeneration[] {
		const logs = new Set(unrotatedPaths(path));
		return logs.size === 0
			? []
			: this.#generations.filter(({names}) => names.some(name => logs.has(resolve(name))));
	}
}

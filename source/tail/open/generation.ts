import type {Compression} from '../archives/compression.js';
import {foreignProblem, sniff} from '../files/magic-bytes.js';
import type {ByteSource, OpenFile} from '../files/open-file.js';
import type {LogFile} from '../log-file.js';
import {findCopy} from '../rotation/copies.js';
import {Fingerprint} from '../rotation/fingerprint.js';
import {Extent, type WrittenTime} from '../rotation/fingerprint-index.js';
import type {State} from '../tail-types.js';
import {ArchiveLog} from './archive-log.js';
import {GenerationLog} from './generation-log.js';
import type {Registry, TailedFile} from './registry.js';
import {EndedFault, type RetriedFile} from './retried-file.js';
import type {TailContext, UnseenArchive} from './tail-context.js';

/** Why a file isn't read: `foreign`: it is no text; `copy`: another log holds the same. */
export type Unread = {readonly state: 'foreign' | 'copy'; readonly problem: string};

/**
 * Finds out what a file is, by its first bytes: a text, or what it is compressed with; `undecided` when these few may
 * still become anything. Rejects when it can't be read.
 *
 * @param itself The open file that it is; `own`: it is known to be no copy.
 */
export async function examine(
	registry: Registry,
	file: {
		readonly path: string;
		readonly source: ByteSource;
		readonly size: number;
		/** Its first bytes. */
		readonly head: Uint8Array;
		/** Whether it was there before the watching began. */
		readonly isOld?: boolean;
	},
	itself: TailedFile | 'own',
): Promise<'text' | Compression | 'undecided' | Unread> {
	const {path, source, size, head, isOld} = file;
	const sniffed = sniff(head);
	const verdict = typeof sniffed === 'string' ? sniffed : (sniffed.compression ?? sniffed);
	if (typeof verdict !== 'string') {
		return {state: 'foreign', problem: foreignProblem(verdict)};
	}

	if (verdict === 'undecided' || itself === 'own') {
		return verdict;
	}

	const original = await registry.originalOf(path, source, size, itself, isOld);
	return original === undefined ? verdict : {state: 'copy', problem: `a copy of ${original}`};
}

/** What a generation is read from. */
type GenerationFile = {
	readonly open: Pick<RetriedFile, 'isPausing' | 'read' | 'failed'>;
	/** Told of what fails when nobody looks at it any more. */
	readonly endedFault: Pick<EndedFault, 'failed' | 'succeeded'>;
	/** Has it looked at. */
	readonly poll: () => Promise<void>;
};

/**
 * How the bytes of a generation are read, and what follows from a read that fails: as long as the generation goes on, looks at the
 * file find out when it can be read again; after that only further reads do.
 */
export class GenerationReader implements ByteSource {
	readonly #file: GenerationFile;
	readonly #fingerprint: Fingerprint;
	#isOver = false;
	#isTruncated = false;

	/** @param fingerprint What the generation is recognised by. */
	constructor(file: GenerationFile, fingerprint: Fingerprint) {
		this.#file = file;
		this.#fingerprint = fingerprint;
	}

	/** The generation is over: it is read from elsewhere from now on. */
	end(): void {
		this.#isOver = true;
	}

	/** The same, and what the file holds is another generation. */
	truncated(): void {
		this.#isOver = true;
		this.#isTruncated = true;
	}

	/**
	 * Reads nothing of another generation: between a poll and a read the file may have begun one, and with the same lines if it
	 * was truncated to a part of what it was.
	 */
	async read(target: Uint8Array, position: number): Promise<number> {
		const {open} = this.#file;
		if (open.isPausing) {
			return 0;
		}

		const count = await open.read(target, position);
		return count > 0 && !this.#isTruncated && (await this.#fingerprint.isWhole(open)) ? count : 0;
	}

	/**
	 * A read has failed (an error) or gave less than there should be (undefined). Resolves once it is known what has
	 * become of the file.
	 */
	async failed(error: unknown): Promise<void> {
		if (error === undefined) {
			await this.#file.poll();
		} else if (this.#isOver) {
			this.#file.endedFault.failed(error);
		} else {
			await this.#file.open.failed(error);
		}
	}

	/** A read has succeeded. */
	succeeded(): void {
		if (this.#isOver) {
			this.#file.endedFault.succeeded();
		}
	}
}

/**
 * Ends the generation of a log that was truncated or rewritten, and tells of it. Where it was copied before (logrotate's
 * `copytruncate`) its bytes are read from the copy from then on, those too that were written just before.
 *
 * @param log.told What others know of the generation: with an archive, its text.
 * @param log.names What rotated files of it are named after: see `logNames`.
 * @param log.fingerprint What the generation is recognised by.
 * @param log.size The size that the file has now.
 */
export async function endTruncated(
	{registry, endedFiles, events, settings, keptText}: TailContext,
	generation: GenerationLog,
	log: {
		readonly told: LogFile;
		readonly names: readonly string[];
		readonly fingerprint: Fingerprint;
		readonly size: number;
	},
): Promise<void> {
	const {told, names, fingerprint, size} = log;
	const {unread} = generation;
	const was = generation.size;
	// Before anything else: the copy may be found by its own path just now.
	registry.rememberGeneration({names, fingerprint});
	const copy = await findCopy(names, fingerprint, settings.open, keptText);
	let rest: string;
	if (copy === undefined) {
		generation.readFrom(undefined);
		rest = unread === 0 ? '' : ` ${unread} bytes of it had not been read yet and are lost.`;
	} else {
		const {open, path, file, text} = copy;
		const {identity} = open;
		registry.remember(identity, {birth: open.birth, ...file, isArchive: text !== undefined});
		const source = endedFiles.adopt(open, {
			...{path, ...file},
			...(text === undefined && {names}),
			isNeeded: () => generation.unread > 0,
		});
		text?.readFrom(source);
		generation.readFrom(text ?? source, identity);
		generation.grow(copy.size);
		events.grown(told);
		rest =
			copy.size === was
				? ''
				: ` ${copy.size - was} bytes that were written just before are read from ${path}.`;
	}

	events.ended(told);
	const what =
		size < was ? `truncated from ${fingerprint.size} to ${size} bytes` : `rewritten, ${size} bytes by now`;
	const text =
		`${what}, so it is read again from its start.${rest}` +
		' Lines written in between may be lost, an unknown amount.';
	events.notice({path: generation.path, text});
}

/** How much of a file is the past. */
export type GenerationStart = {
	/** At most its size. */
	readonly size: number;
	/** It was read before, as another generation. */
	readonly wasRead?: boolean;
	/** Set when its text is new if it is an archive, unless that is known. */
	readonly unseen?: UnseenArchive | undefined;
	/** Where it was found, if that isn't the path of the file: a copy of a log is told by its own name. */
	readonly foundAt?: string;
};

type GenerationOf = {
	/** Whose generation it is. */
	readonly file: TailedFile;
	/** When it began, milliseconds since 1970. */
	readonly began: number;
	readonly start: GenerationStart;
};

/**
 * The generation that an open file has now, and the `LogFile` by which others are told of it. What that holds, its first bytes
 * say: as long as they don't, it is an empty one.
 */
export class Generation {
	/** What it is recognised by. */
	readonly fingerprint = new Fingerprint();
	/** When it was written last, as of the last poll, milliseconds since 1970. */
	modified: number;
	readonly #context: TailContext;
	readonly #of: GenerationOf;
	/** The bytes that the file holds. */
	readonly #bytes: ByteSource;
	readonly #reading: GenerationReader;
	readonly #endedFault: EndedFault;
	#log: GenerationLog | undefined;
	/** How far that is read. */
	readonly #extent = new Extent();
	/** How it is compressed, if it is. */
	#compression: Compression | undefined;
	/** The text of a compressed file: what others know of in place of `#log`. */
	#archive: ArchiveLog | undefined;
	/** True once the first bytes have said that it is to be read: a text, or compressed, and no copy. */
	#isExamined = false;

	constructor(context: TailContext, source: Omit<GenerationFile, 'endedFault'>, of: GenerationOf) {
		this.#context = context;
		this.#of = of;
		this.#bytes = source.open;
		this.#endedFault = new EndedFault(context, of.file.path);
		this.#reading = new GenerationReader({...source, endedFault: this.#endedFault}, this.fingerprint);
		this.modified = of.began;
	}

	/** Whether others have been told of it. */
	get isTold(): boolean {
		return this.#log !== undefined;
	}

	/** Bytes known to be in it. */
	get size(): number {
		return this.#log?.size ?? 0;
	}

	/** True when what it held at first was read before, as another file. */
	get continues(): boolean {
		return this.#of.start.wasRead ?? false;
	}

	/** True when it is compressed, and one that is decoded. */
	get isArchive(): boolean {
		return this.#archive !== undefined;
	}

	/** What has become of an archive, or of a generation that has ended, if that isn't what becomes of any file. */
	get outcome(): State | undefined {
		const {problem} = this.#endedFault;
		return this.#archive?.outcome ?? (problem === undefined ? undefined : {state: 'ended', problem});
	}

	/** When it was written, as of the last poll. */
	get written(): WrittenTime {
		return {from: this.#of.began, until: this.modified};
	}

	/**
	 * Whether it is still what the file holds, which has that size now; if so, it is recognised by that from then on.
	 * Rejects when the file can't be read.
	 */
	async goesOn(size: number): Promise<boolean> {
		return size >= this.fingerprint.size && this.fingerprint.advance(this.#bytes, size);
	}

	/**
	 * Finds out by the first bytes what it is, unless that is known. Resolves with why it isn't to be read, if it isn't.
	 *
	 * @param size That the file has now.
	 */
	async examine(size: number): Promise<Unread | undefined> {
		if (size === 0 || this.#isExamined) {
			return undefined;
		}

		const {file, start, began} = this.#of;
		const {registry, events} = this.#context;
		const path = start.foundAt ?? file.path;
		const isOld = Math.max(began, this.modified) <= registry.since;
		const candidate = {path, source: this.#bytes, size, head: this.fingerprint.head, isOld};
		const verdict = await examine(registry, candidate, this.continues ? 'own' : file);
		this.#isExamined = typeof verdict === 'string' && verdict !== 'undecided';
		if (typeof verdict !== 'string') {
			if (isOld && verdict.state === 'copy') {
				// A copy that rotation makes meanwhile is nothing to tell of.
				events.notice({path, text: `not read: it is ${verdict.problem}, which has all of its lines`});
			}
			return verdict;
		}

		this.#compression = verdict === 'text' || verdict === 'undecided' ? undefined : verdict;
		if (verdict === 'text') {
			// Though nobody may be told of it yet: what is told before may have been made of it.
			this.#remember();
		}

		if (this.#compression !== undefined && this.#log !== undefined) {
			// It was empty, and so couldn't be told from a log that isn't compressed.
			this.#context.events.ended(this.#log);
			this.#log = undefined;
		}

		return undefined;
	}

	/** Its first bytes, at most so many; none while they can't be read. */
	async first(length: number): Promise<Uint8Array> {
		return (await this.#log?.first(length)) ?? new Uint8Array();
	}

	/** The file has that size now: tells of the generation, or of its growth. */
	reach(size: number): void {
		const readable = this.#isExamined ? size : 0;
		if (this.#log === undefined) {
			this.#begin(readable);
		} else if (readable > this.#log.size) {
			this.#log.grow(readable);
			this.#context.events.grown(this.#told(this.#log));
		}
	}

	/** It isn't to be read. */
	refuse(): void {
		if (this.#log !== undefined) {
			this.#log.readFrom(undefined);
			this.#context.events.ended(this.#log);
		}
	}

	/** The file was truncated or rewritten before enough had come to tell what it is: nobody knew anything of it. */
	startOver(): void {
		this.fingerprint.forget();
		this.#isExamined = false;
	}

	/** The file was truncated or rewritten, to that size: the generation is over, and is read from a copy, if there is one. */
	async endTruncated(size: number): Promise<void> {
		const log = this.#log;
		if (log === undefined) {
			return;
		}

		const {fingerprint} = this;
		const {file, began} = this.#of;
		this.#reading.truncated();
		this.#archive?.complete();
		// Until now copies of it may have been made.
		this.#context.registry.written.add(file.names, {from: began, until: Date.now()});
		await endTruncated(this.#context, log, {told: this.#told(log), names: file.names, fingerprint, size});
		this.#extent.settle({size: log.size, isWhole: true});
	}

	/**
	 * Nothing more is expected of the file, of which that is the descriptor. What it holds stays readable.
	 *
	 * @param problem Why it can't be read at the moment, as the user was told.
	 */
	end(open: OpenFile, problem: string | undefined): void {
		const log = this.#log;
		if (log === undefined) {
			return;
		}

		const {registry, endedFiles, events} = this.#context;
		const {path, names} = this.#of.file;
		const {fingerprint} = this;
		const {size} = log;
		this.#endedFault.inherit(problem);
		this.#reading.end();
		registry.rememberGeneration({names, fingerprint});
		registry.written.add(names, this.written);
		log.readFrom(endedFiles.adopt(open, {path, names, fingerprint, size, isNeeded: () => log.unread > 0}));
		this.#archive?.complete();
		this.#extent.settle({size, isWhole: true});
		events.ended(this.#told(log));
	}

	/** It can't be read any more. Nobody is told. */
	close(): void {
		this.#log?.readFrom(undefined);
		this.#archive?.close();
	}

	#begin(size: number): void {
		const {file, start} = this.#of;
		const {path, identity} = file;
		const log = new GenerationLog({
			id: this.#context.events.nextId(),
			path,
			startSize: Math.min(start.size, size),
			continues: this.continues,
			identity,
			size,
			source: this.#reading,
			onFailure: error => this.#reading.failed(error),
			onSuccess: () => this.#reading.succeeded(),
		});
		this.#log = log;
		if (this.#compression === undefined) {
			this.#remember();
		} else {
			const modified = () => this.modified;
			this.#archive = new ArchiveLog(this.#context, log, this.#compression, modified, start.unseen);
		}

		this.#context.events.opened(this.#told(log));
	}

	#remember(): void {
		const {path, identity} = this.#of.file;
		const {fingerprint} = this;
		const extent = this.#extent;
		// What is remembered doesn't keep the log itself.
		const generation = new WeakRef(this);
		const first = async (length: number) => (await generation.deref()?.first(length)) ?? new Uint8Array();
		const begun = {path, identity, beginning: fingerprint, fingerprint, isArchive: false, extent, first};
		this.#context.fingerprintIndex.remember(begun);
	}

	/** What others know of it. */
	#told(log: GenerationLog): LogFile {
		return this.#archive ?? log;
	}
}

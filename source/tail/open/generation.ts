import type {Compression} from '../archives/compression.js';
import {foreignProblem, sniff} from '../files/magic-bytes.js';
import type {ByteSource, Identity, OpenFile} from '../files/open-file.js';
import {bytesAt, type LogFile} from '../log-file.js';
import {findCopy} from '../rotation/copies.js';
import {Fingerprint} from '../rotation/fingerprint.js';
import {
	Extent,
	type FingerprintIndex,
	type PossibleCopy,
	type WrittenTime,
} from '../rotation/fingerprint-index.js';
import type {State} from '../tail-types.js';
import {ArchiveLog} from './archive-log.js';
import {GenerationLog} from './generation-log.js';
import type {TailedFile} from './registry.js';
import {EndedFault, type RetriedFile} from './retried-file.js';
import type {TailContext, UnseenArchive} from './tail-context.js';

/** The reason why a file isn't read. `foreign`: it isn't text; `copy`: another log has the same content. */
export type Unread = {readonly state: 'foreign' | 'copy'; readonly problem: string};

/**
 * Determines from its first bytes whether a file is text or compressed. Returns `undecided` if more bytes are needed, and the
 * reason if the file must not be read: it has another format, or is a copy of a known log.
 *
 * @param isOwn True if the file is known not to be a copy.
 * @throws If the file can't be read.
 */
export async function examine(
	fingerprintIndex: FingerprintIndex,
	file: PossibleCopy,
	isOwn = false,
): Promise<'text' | Compression | 'undecided' | Unread> {
	const sniffed = sniff(file.head);
	const verdict = typeof sniffed === 'string' ? sniffed : (sniffed.compression ?? sniffed);
	if (typeof verdict !== 'string') {
		return {state: 'foreign', problem: foreignProblem(verdict)};
	}
	if (verdict !== 'text' || isOwn) {
		return verdict;
	}
	const original = await fingerprintIndex.originalOf(file);
	return original === undefined ? verdict : {state: 'copy', problem: `a copy of ${original}`};
}

/** The file that a generation is read from. */
type GenerationFile = {
	readonly open: Pick<RetriedFile, 'isPausing' | 'read' | 'failed'>;
	/** Handles failures after the file has ended and isn't polled any longer. */
	readonly endedFault: Pick<EndedFault, 'failed' | 'succeeded'>;
	/** Polls the file. */
	readonly poll: () => Promise<void>;
};

/**
 * Reads the bytes of a generation and handles failed reads. During the generation, polls determine when the file is readable
 * again; after it, only further reads do.
 */
export class GenerationReader implements ByteSource {
	readonly #file: GenerationFile;
	readonly #fingerprint: Fingerprint;
	#isOver = false;
	#isTruncated = false;

	/** @param fingerprint Fingerprint of the generation. */
	constructor(file: GenerationFile, fingerprint: Fingerprint) {
		this.#file = file;
		this.#fingerprint = fingerprint;
	}

	/** The generation has ended. Its bytes have another source from now on. */
	end(): void {
		this.#isOver = true;
	}

	/** The generation has ended because the file was truncated or rewritten, so the file now holds another generation. */
	truncated(): void {
		this.#isOver = true;
		this.#isTruncated = true;
	}

	/**
	 * Never returns bytes of another generation. A new one may begin between a poll and a read, and with the same lines if the file
	 * was truncated to a part of its content. So every read checks the fingerprint.
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
	 * Handles a read that failed (with the error) or returned fewer bytes than expected (with undefined). Resolves once the state
	 * of the file is known.
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

	/** Handles a successful read. */
	succeeded(): void {
		if (this.#isOver) {
			this.#file.endedFault.succeeded();
		}
	}
}

/**
 * Ends the generation of a log that was truncated or rewritten, and sends a notice. If there is a copy (logrotate's
 * `copytruncate`), the bytes are read from it from now on, including those written just before the truncation.
 *
 * @param log.reported The `LogFile` that the listener knows: for an archive, its text.
 * @param log.names Log names that rotated files are derived from, see `logNames`.
 * @param log.fingerprint Fingerprint of the generation.
 * @param log.size Current size of the file.
 */
export async function endTruncated(
	{registry, endedFiles, events, settings, keptText}: TailContext,
	generation: GenerationLog,
	log: {
		readonly reported: LogFile;
		readonly names: readonly string[];
		readonly fingerprint: Fingerprint;
		readonly size: number;
	},
): Promise<void> {
	const {reported, names, fingerprint, size} = log;
	const {unread} = generation;
	const was = generation.size;
	const isSeparate = (identity: Identity) =>
		identity === generation.identity || (registry.find(identity)?.size ?? 0) > 0;
	const copy = await findCopy({names, fingerprint, isSeparate}, settings.open, keptText);
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
		events.grown(reported);
		rest =
			copy.size === was
				? ''
				: ` ${copy.size - was} bytes that were written just before are read from ${path}.`;
	}
	events.ended(reported);
	const what =
		size < was ? `truncated from ${fingerprint.size} to ${size} bytes` : `rewritten, ${size} bytes by now`;
	const text =
		`${what}, so it is read again from its start.${rest}` +
		' Lines written in between may be lost, an unknown amount.';
	events.notice({path: generation.path, text});
}

/** The backfill of a file, and how the file was found. */
export type GenerationStart = {
	/** Maximum number of backfill bytes. */
	readonly size: number;
	/** True if those bytes were already read as another generation. */
	readonly wasRead?: boolean;
	/** Set if the file, should it be an archive, has new text. Text of a known log isn't new. */
	readonly unseen?: UnseenArchive | undefined;
	/** Path at which the file was found, if that isn't the path of the log. */
	readonly foundAt?: string;
	/** True if the user gave this very path. */
	readonly isAskedFor?: boolean;
};

type GenerationOf = {
	/** The file whose generation this is. */
	readonly file: TailedFile;
	/** Start of the generation, in ms since 1970. */
	readonly began: number;
	readonly start: GenerationStart;
};

/**
 * The current generation of an open file, and the `LogFile` that the listener sees. The first bytes determine its kind; until
 * they do, the `LogFile` is empty.
 */
export class Generation {
	/** Identifies the generation. */
	readonly fingerprint = new Fingerprint();
	/** Time of the last write, as of the last poll, in ms since 1970. */
	modified: number;
	readonly #context: TailContext;
	readonly #of: GenerationOf;
	/** The bytes of the file. */
	readonly #bytes: ByteSource;
	readonly #reading: GenerationReader;
	readonly #endedFault: EndedFault;
	#log: GenerationLog | undefined;
	/** Number of bytes of `#log` that can be read, once that is final. */
	readonly #extent = new Extent();
	/** Compression of the file; undefined for text. */
	#compression: Compression | undefined;
	/** The text of a compressed file. The listener sees it instead of `#log`. */
	#archive: ArchiveLog | undefined;
	/** True once the first bytes have shown that the file must be read: it is text or compressed, and not a copy. */
	#isExamined = false;
	#isOver = false;
	#truncatedAt: number | undefined;

	constructor(context: TailContext, source: Omit<GenerationFile, 'endedFault'>, of: GenerationOf) {
		this.#context = context;
		this.#of = of;
		this.#bytes = source.open;
		this.#endedFault = new EndedFault(context, of.file.path);
		this.#reading = new GenerationReader({...source, endedFault: this.#endedFault}, this.fingerprint);
		this.modified = of.began;
	}

	/** True if the generation has been reported to the listener. */
	get isReported(): boolean {
		return this.#log !== undefined;
	}

	/** Known number of bytes. */
	get size(): number {
		return this.#log?.size ?? 0;
	}

	/** True if the first content was already read, as another file. */
	get continues(): boolean {
		return this.#of.start.wasRead ?? false;
	}

	/** True if the file has a compression that the tail decodes. */
	get isArchive(): boolean {
		return this.#archive !== undefined;
	}

	/** State of an archive or of an ended generation, if it differs from a plain file's state. */
	get outcome(): State | undefined {
		const {problem} = this.#endedFault;
		return this.#archive?.outcome ?? (problem === undefined ? undefined : {state: 'ended', problem});
	}

	/** Period in which the generation was written, as of the last poll. */
	get written(): WrittenTime {
		return {from: this.#of.began, until: this.modified};
	}

	/**
	 * Checks that the file still holds this generation (not truncated or rewritten). If so, updates the fingerprint to `size`.
	 *
	 * @throws If the file can't be read.
	 */
	async goesOn(size: number): Promise<boolean> {
		return size >= this.fingerprint.size && this.fingerprint.advance(this.#bytes, size);
	}

	/**
	 * Determines the kind of the file from its first bytes, unless it is known. Resolves with the reason if the file must not be
	 * read.
	 *
	 * @param size Current size of the file.
	 */
	async examine(size: number): Promise<Unread | undefined> {
		if (size === 0 || this.#isExamined) {
			return undefined;
		}
		const {file, start, began} = this.#of;
		const {registry, events, fingerprintIndex} = this.#context;
		const path = start.foundAt ?? file.path;
		const {identity, birth} = file;
		const candidate = {
			...{path, identity, birth, source: this.#bytes, size, head: this.fingerprint.head},
			isAskedFor: start.isAskedFor ?? false,
		};
		const verdict = await examine(fingerprintIndex, candidate, this.continues);
		this.#isExamined = typeof verdict === 'string' && verdict !== 'undecided';
		if (typeof verdict !== 'string') {
			if (verdict.state === 'copy' && Math.max(began, this.modified) <= registry.since) {
				// A copy that rotation makes while the tail runs needs no notice.
				events.notice({path, text: `not read: it is ${verdict.problem}, which has all of its lines`});
			}
			return verdict;
		}
		this.#compression = verdict === 'text' || verdict === 'undecided' ? undefined : verdict;
		if (verdict === 'text') {
			// Remember it even before it is published: a rotated file that is published first may be a compressed copy of it.
			this.#remember();
		}
		if (this.#compression !== undefined && this.#log !== undefined) {
			// The file was empty before, so it was reported as an uncompressed log.
			this.#context.events.ended(this.#log);
			this.#log = undefined;
		}
		return undefined;
	}

	/** See `KnownLog`. */
	get content(): ByteSource | undefined {
		const log = this.#log;
		return this.#isOver
			? log && !log.isGone
				? {read: (target, position) => log.peek(target, position)}
				: undefined
			: this.#bytes;
	}

	/** See `KnownLog`. */
	get truncatedAt(): number | undefined {
		return this.#truncatedAt;
	}

	/** Publishes the generation, or its growth to `size`. */
	reach(size: number): void {
		const readable = this.#isExamined ? size : 0;
		if (this.#log === undefined) {
			this.#begin(readable);
		} else if (readable > this.#log.size) {
			this.#log.grow(readable);
			this.#context.events.grown(this.#reportedFile(this.#log));
		}
	}

	/** Withdraws a generation that must not be read. */
	refuse(): void {
		this.fingerprint.forget();
		if (this.#log !== undefined) {
			this.#log.readFrom(undefined);
			this.#context.events.ended(this.#log);
		}
	}

	/**
	 * The file was truncated or rewritten while it was withheld or before its kind was known. The listener has seen no bytes, so
	 * the generation starts again.
	 */
	startOver(): void {
		this.fingerprint.forget();
		this.#isExamined = false;
	}

	/**
	 * The file was truncated or rewritten to `size` bytes. Ends the generation; its bytes are read from a copy, if there is one.
	 */
	async endTruncated(size: number): Promise<void> {
		const log = this.#log;
		if (log === undefined) {
			return;
		}
		const {fingerprint} = this;
		const {file, began} = this.#of;
		// This comes first, because the copy may be found by its own path at this moment.
		this.#isOver = true;
		this.#truncatedAt = Date.now();
		this.#reading.truncated();
		this.#archive?.complete();
		// Copies of the generation may have been made up to now.
		this.#context.registry.written.add(file.names, {from: began, until: Date.now()});
		await endTruncated(this.#context, log, {
			reported: this.#reportedFile(log),
			names: file.names,
			fingerprint,
			size,
		});
		this.#extent.settle({size: log.size, isWhole: true});
	}

	/**
	 * Ends the generation. Its content stays readable.
	 *
	 * @param open Descriptor of the file.
	 * @param problem The reason why it can't be read at the moment, if the user was notified of one.
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
		this.#isOver = true;
		this.#reading.end();
		registry.written.add(names, this.written);
		log.readFrom(endedFiles.adopt(open, {path, names, fingerprint, size, isNeeded: () => log.unread > 0}));
		this.#archive?.complete();
		this.#extent.settle({size, isWhole: true});
		events.ended(this.#reportedFile(log));
	}

	/** Makes the generation unreadable without notifying the listener. */
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
		this.#context.events.opened(this.#reportedFile(log));
	}

	#remember(): void {
		const {path, identity} = this.#of.file;
		const {fingerprint} = this;
		const extent = this.#extent;
		// The index must not keep the log itself in memory.
		const generation = new WeakRef(this);
		const content = () => generation.deref()?.content;
		this.#context.fingerprintIndex.remember({
			...{path, identity, beginning: fingerprint, fingerprint, isArchive: false, extent, content},
			first: async length => {
				const source = content();
				return source === undefined
					? new Uint8Array()
					: bytesAt(source, 0, Math.min(length, fingerprint.size)).catch(() => new Uint8Array());
			},
			truncatedAt: () => generation.deref()?.truncatedAt,
		});
	}

	/** Returns the `LogFile` that the listener knows. */
	#reportedFile(log: GenerationLog): LogFile {
		return this.#archive ?? log;
	}
}

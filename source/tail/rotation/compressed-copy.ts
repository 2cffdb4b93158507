import {storedSize} from '../archives/archive-reader.js';
import {ArchiveText} from '../archives/archive-text.js';
import type {Compression} from '../archives/compression.js';
import type {KeptText} from '../archives/kept-text.js';
import {headSize, sniff} from '../files/magic-bytes.js';
import type {ByteSource, OpenFile} from '../files/open-file.js';
import type {LogFile} from '../log-file.js';
import {Fingerprint} from './fingerprint.js';

/** Number of bytes of text decoded per step to find the end of the text. */
const stepSize = 64 * 1024;

/** The text of a compressed copy of a log. */
export class CompressedCopy implements ByteSource {
	/** Size of the compressed file in bytes. */
	readonly packedSize: number;
	/** Fingerprint of the compressed file. */
	readonly fingerprint: Fingerprint;
	readonly #compression: Compression;
	readonly #text: ArchiveText;
	#source: ByteSource;
	#failure: unknown;

	private constructor(
		open: OpenFile,
		size: number,
		fingerprint: Fingerprint,
		{compression, keptText}: {readonly compression: Compression; readonly keptText: KeptText},
	) {
		this.#source = open;
		this.packedSize = size;
		this.fingerprint = fingerprint;
		this.#compression = compression;
		this.#text = new ArchiveText(this.#packed, compression, keptText);
	}

	/**
	 * Opens the text of a compressed file. Returns undefined if the file isn't compressed, has an unsupported compression, or
	 * changes at the moment.
	 *
	 * @throws If the file can't be read.
	 */
	static async open(open: OpenFile, keptText: KeptText): Promise<CompressedCopy | undefined> {
		const kind = sniff(await open.head(headSize));
		const compression = typeof kind === 'string' ? undefined : kind.compression;
		if (compression === undefined) {
			return undefined;
		}
		const size = Number((await open.stat()).size);
		const fingerprint = new Fingerprint();
		const isSettled = await fingerprint.advance(open, size);
		return isSettled ? new CompressedCopy(open, size, fingerprint, {compression, keptText}) : undefined;
	}

	/** The compressed bytes, as a file. */
	get #packed(): Pick<LogFile, 'read' | 'size'> {
		return {
			size: this.packedSize,
			read: (target, position) => this.#readPacked(target, position),
		};
	}

	/**
	 * Returns the length of the text in bytes if it begins with the whole generation of a log. Undefined if it doesn't, or if the
	 * generation is too short to decide.
	 */
	async sizeAsCopy(fingerprint: Fingerprint): Promise<number | undefined> {
		// Most other archives already differ in their first bytes.
		if (!(await fingerprint.begins(this)) || !(await fingerprint.isIn(this))) {
			return undefined;
		}
		const bytes = new Uint8Array(stepSize);
		let size = fingerprint.size;
		for (;;) {
			const length = await this.read(bytes, size);
			if (length === 0) {
				return size;
			}
			size += length;
		}
	}

	/**
	 * Returns true if the text begins with the whole generation of a log, which had `size` bytes. Doesn't decode the text if its
	 * beginning and the size that gzip stores at the end decide.
	 */
	async holds(fingerprint: Fingerprint, size: number): Promise<boolean> {
		if (!(await fingerprint.begins(this))) {
			return false;
		}
		const noted = fingerprint.isDistinctive ? await storedSize(this.#packed, this.#compression) : undefined;
		return noted === size % 2 ** 32 || fingerprint.isIn(this);
	}

	/** Sets the source of the compressed bytes. */
	readFrom(source: ByteSource): void {
		this.#source = source;
	}

	async read(target: Uint8Array, position: number): Promise<number> {
		this.#failure = undefined;
		const count = await this.#text.read(target, position);
		if (count === 0 && this.#failure !== undefined) {
			throw this.#failure;
		}
		return count;
	}

	/** Returns the number of bytes that must be decoded to reach `position`. */
	distance(position: number): number {
		return this.#text.distance(position);
	}

	async approach(position: number): Promise<number> {
		return this.#text.approach(position);
	}

	close(): void {
		this.#text.close();
	}

	async #readPacked(target: Uint8Array, position: number): Promise<number> {
		try {
			return await this.#source.read(target, position);
		} catch (error) {
			this.#failure = error;
			return 0;
		}
	}
}

import {storedSize} from '../archives/archive-reader.js';
import {ArchiveText} from '../archives/archive-text.js';
import type {Compression} from '../archives/compression.js';
import type {KeptText} from '../archives/kept-text.js';
import {headSize, sniff} from '../files/magic-bytes.js';
import type {ByteSource, OpenFile} from '../files/open-file.js';
import type {LogFile} from '../log-file.js';
import {Fingerprint} from './fingerprint.js';

/** Bytes of text decoded at a time to find its end. */
const stepSize = 64 * 1024;

/** The text of a compressed copy of a log. */
export class CompressedCopy implements ByteSource {
	/** Bytes of the file. */
	readonly packedSize: number;
	/** What the file is recognised by. */
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

	/** Undefined when the file isn't compressed, or in a way that isn't decoded. Rejects when it can't be read. */
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

	/** How long the text is, if it begins with all that a generation of a log held, and that is enough to tell. */
	async sizeAsCopy(fingerprint: Fingerprint): Promise<number | undefined> {
		// Most others show by their beginning that they aren't it.
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
	 * Whether the text begins with all that a generation of a log held, which was `size` bytes long. It isn't decoded up to
	 * there where its beginning and the size that gzip notes at its end tell that.
	 */
	async holds(fingerprint: Fingerprint, size: number): Promise<boolean> {
		if (!(await fingerprint.begins(this))) {
			return false;
		}

		const noted = fingerprint.isDistinctive ? await storedSize(this.#packed, this.#compression) : undefined;
		return noted === size % 2 ** 32 || fingerprint.isIn(this);
	}

	/** From now on the compressed bytes come from there. */
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

	/** How many bytes must be decoded to come to `position`. */
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

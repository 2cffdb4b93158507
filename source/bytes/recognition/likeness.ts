import {ArchiveReader} from '../archives/archive-reader.js';
import type {Compression} from '../archives/compression.js';
import type {LogFile} from '../log-file.js';
import type {Begun} from './beginnings.js';

/** gzip ends with the size of its text, modulo 2 to the power of 32: RFC 1952, 2.3.1. */
const sizeLength = 4;

/** The archive, and what is known of it. */
export type LikeArchive = {
	/** The compressed file. */
	readonly file: LogFile;
	/** Answers when that was written last. */
	readonly modified: () => number;
	/** Answers for how long it is still taken for one that is being written, milliseconds. */
	readonly unfinishedTime: () => number;
	/** Told what the user is to know. */
	readonly say: (problem: string) => void;
};

/** An archive that isn't read because it begins like another log: finds out whether it is the same. */
export class Likeness {
	readonly #known: Begun;
	readonly #compression: Compression;
	readonly #archive: LikeArchive;
	#timer: NodeJS.Timeout | undefined;
	#isComplete = false;
	#isOver = false;

	constructor(known: Begun, compression: Compression, archive: LikeArchive) {
		this.#known = known;
		this.#compression = compression;
		this.#archive = archive;
	}

	/** Compares them once the other has been read, if it is an archive, and this one has been written. */
	start(): void {
		if (this.#known.guard === undefined) {
			void this.#known.extent.final.then(() => this.#compareLater());
		} else {
			// All of it that there is can be known though it is still written to.
			this.#compareLater();
		}
	}

	/** Nothing will be added to the archive. */
	complete(): void {
		this.#isComplete = true;
		if (this.#known.guard !== undefined || this.#known.extent.isOver) {
			this.#compareLater();
		}
	}

	/** Compares them now, the other having been read. */
	async compare(): Promise<void> {
		if (this.#isOver) {
			return;
		}

		this.close();
		const {file, say} = this.#archive;
		const problem = await likenessProblem(file, this.#compression, this.#known);
		if (problem !== undefined && !file.gone) {
			say(problem);
		}
	}

	close(): void {
		this.#isOver = true;
		clearTimeout(this.#timer);
	}

	#compareLater(): void {
		if (this.#isOver) {
			return;
		}

		const {modified, unfinishedTime} = this.#archive;
		const before = modified();
		const compare = () => {
			if (modified() === before) {
				void this.compare();
			} else {
				this.#compareLater();
			}
		};
		clearTimeout(this.#timer);
		this.#timer = setTimeout(compare, this.#isComplete ? 0 : Math.max(0, unfinishedTime())).unref();
	}
}

/**
 * What the user is to know of an archive that isn't read because another log begins like it, once that one has been
 * read: that it holds something else, or more than could be read of the other; undefined when it is plainly the same.
 */
async function likenessProblem(
	file: Pick<LogFile, 'read' | 'size'>,
	compression: Compression,
	known: Begun,
): Promise<string | undefined> {
	const {guard, extent} = known;
	const {size, isWhole} =
		guard === undefined || extent.isOver ? await extent.final : {size: guard.size, isWhole: true};
	const advice = 'so it is taken for the same and not read. Give it alone to read it.';
	if (!isWhole) {
		return `begins like ${known.path}, of which only ${size} bytes of text could be read, ${advice}`;
	}

	// Where the archive says how large its text is, it isn't decoded only for this.
	if ((await storedSize(file, compression)) === size % 2 ** 32) {
		return undefined;
	}

	const text = await textSize(file, compression);
	// A log that isn't compressed may have been written on after it was.
	const isSame = known.isArchive ? text === size : text <= size;
	return isSame
		? undefined
		: `begins like ${known.path}, but holds ${text} bytes of text and not ${size}, ${advice}`;
}

/**
 * The size of its text that an archive notes, modulo 2 to the power of 32; of one that consists of several, that of the
 * last one's text. Undefined where it notes none: only of gzip it is always there, and easy to find.
 */
export async function storedSize(
	file: Pick<LogFile, 'read' | 'size'>,
	compression: Compression,
): Promise<number | undefined> {
	if (compression !== 'gzip') {
		return undefined;
	}

	const bytes = Buffer.alloc(sizeLength);
	const length = await file.read(bytes, Math.max(0, file.size - sizeLength));
	return length === sizeLength ? bytes.readUInt32LE() : undefined;
}

/** Decodes an archive to its end: answers how many bytes of text that are. */
export async function textSize(
	file: Pick<LogFile, 'read' | 'size'>,
	compression: Compression,
): Promise<number> {
	const reader = new ArchiveReader(file, compression);
	let size = 0;
	for (let piece = await reader.next(); piece !== undefined; piece = await reader.next()) {
		size += piece.length;
	}

	reader.close();
	return size;
}

import type {LogHeader} from '../../entries/log-header.js';
import {TokenKey} from '../../index/token.js';
import type {LogFile} from '../../tail/log-file.js';
import {FingerprintSearch} from './fingerprint-search.js';
import type {Ordinals} from './ordinals.js';

/** What the key of a log's tokens is made of besides what the log holds. */
type LogKeyOptions = {
	/** The name of the source. */
	readonly source: string;
	/** Tell logs with the same fingerprint apart. */
	readonly ordinals: Ordinals;
	/** The format that its lines are read in: see `chosenReaders`. */
	readonly format?: string | undefined;
	/** How many bytes of the log's beginning are searched for its first request line. */
	readonly head: number;
};

/** The key of a log's tokens, made as soon as its fingerprint is known. */
export class LogKey {
	readonly #file: LogFile;
	readonly #options: LogKeyOptions;
	/** Undefined once it has found, or nothing more will come. */
	#search: FingerprintSearch | undefined;
	#key: TokenKey | undefined;
	#isHeaded = false;
	/** Takes back what the key has taken of the ordinals. */
	#release = (): void => {};

	constructor(file: LogFile, options: LogKeyOptions) {
		this.#file = file;
		this.#options = options;
		this.#search = new FingerprintSearch(options.head, options.format);
	}

	/** There is none before the first entry. */
	get key(): TokenKey | undefined {
		return this.#key;
	}

	/** Whether how its lines are to be read may depend on lines before them, so far as was looked. */
	get isHeaded(): boolean {
		return this.#search?.isHeaded ?? this.#isHeaded;
	}

	/** The log goes on where that header is in force, though it doesn't hold it. */
	goesOn(header: LogHeader): void {
		this.#search?.goesOn(header);
	}

	/**
	 * Looks at what stands in the log before `end`, as far as it takes. `buffer` is free to be used. False when that
	 * can't be read just now: to be called again, before what comes after it is handed in.
	 */
	async read(end: number, buffer: Buffer): Promise<boolean> {
		const isRead = (await this.#search?.read(this.#file, end, buffer)) ?? true;
		this.#take();
		return isRead;
	}

	/** Looks at `bytes[0, length)`, the bytes next to those before. */
	write(bytes: Buffer, length: number): void {
		this.#search?.write(bytes, length);
		this.#take();
	}

	/** Nothing comes after what was handed in: it may end in a line without a line end. */
	finish(): void {
		this.#search?.finish();
		this.#take();
		this.#search = undefined;
	}

	/** Nobody will ask for it any more: a log to come may have its tokens. */
	release(): void {
		this.#release();
	}

	#take(): void {
		const fingerprint = this.#search?.found;
		if (fingerprint !== undefined) {
			this.#isHeaded = this.isHeaded;
			const {source, ordinals} = this.#options;
			const ordinal = ordinals.take(fingerprint, this.#file.continues);
			this.#key = new TokenKey(source, fingerprint, ordinal);
			this.#release = () => ordinals.release(fingerprint, ordinal);
			this.#search = undefined;
		}
	}
}

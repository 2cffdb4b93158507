import type {BigIntStats} from 'node:fs';
import {type FileHandle, lstat, open, rename, unlink} from 'node:fs/promises';
import {dirname, join} from 'node:path';
import {Writable} from 'node:stream';
import {errnoCode, errnoWords} from '../tail/files/errno-words.js';
import {UserError} from '../user-error.js';
import {randomName} from '../user-files/user-folder.js';
import {occupant, putInPlace} from './put-in-place.js';

/** What becomes of a file of that name. */
type OutputFileOptions = {
	/** Whether a regular file of that name is replaced. Nothing else ever is. */
	readonly overwrite: boolean;
	/** What the user can do when there is a file of that name, for the message. */
	readonly advice: string;
	/** Whether a file is one of those whose content is written out: that is never replaced. */
	readonly isInput?: (stats: BigIntStats) => Promise<boolean>;
};

/** There is a file of that name, which may not be replaced. */
export class FileExists extends UserError {}

/** Some file systems can't be told to write through. */
const noSync: ReadonlySet<string | undefined> = new Set(['EINVAL', 'ENOTSUP', 'ENOSYS']);

/**
 * A file that has its name only once it is whole. Until then it stands beside its place, hidden, under a name that
 * nobody can foresee, for its owner alone. What has the name is never written to, nor followed.
 */
export class OutputFile {
	/** Takes what is to be written. */
	readonly stream: Writable;
	readonly #path: string;
	readonly #temporary: string;
	readonly #options: OutputFileOptions;
	readonly #handle: FileHandle;
	#isPlaced = false;

	private constructor(path: string, temporary: string, handle: FileHandle, options: OutputFileOptions) {
		this.#path = path;
		this.#temporary = temporary;
		this.#handle = handle;
		this.#options = options;
		this.stream = new Writable({
			write(piece: Uint8Array, _encoding, done) {
				// Goes on where it was, and doesn't leave a piece half written without saying so.
				handle.writeFile(piece).then(() => done(), done);
			},
		});
	}

	/**
	 * Begins a file that is to have this path.
	 * @throws UserError when something is there that isn't to be replaced, or nothing can be written there
	 */
	static async create(path: string, options: OutputFileOptions): Promise<OutputFile> {
		const temporary = join(dirname(path), `.reqscope-${randomName()}`);
		await refuse(path, options);
		try {
			return new OutputFile(path, temporary, await open(temporary, 'wx', 0o600), options);
		} catch (error) {
			throw errnoCode(error) === 'ENOENT'
				? new UserError(`${path} can't be written: there is no directory ${dirname(path)}`, {cause: error})
				: unwritable(path, error);
		}
	}

	/**
	 * Closes the file, written through to the disk. To be called when the stream has taken everything.
	 * @throws UserError when it could not all be written
	 */
	async finish(): Promise<void> {
		try {
			await this.#handle.sync().catch((error: unknown) => {
				if (!noSync.has(errnoCode(error))) {
					throw error;
				}
			});
			// Over a network, a full disk may be told only now.
			await this.#handle.close();
		} catch (error) {
			throw unwritable(this.#path, error);
		}
	}

	/**
	 * Gives the finished file its name.
	 * @throws UserError when something has come there meanwhile that isn't to be replaced, a log that is read for one
	 */
	async place(): Promise<void> {
		await refuseInput(this.#path, this.#options);
		try {
			if (this.#options.overwrite && (await occupant(this.#path)) === 'file') {
				await rename(this.#temporary, this.#path);
				this.#isPlaced = true;
			} else {
				this.#isPlaced = await putInPlace(this.#temporary, this.#path);
			}
		} catch (error) {
			throw unwritable(this.#path, error);
		}
		if (!this.#isPlaced) {
			throw new UserError(
				`${this.#path} can't be written: something of that name has come into being meanwhile`,
			);
		}
	}

	/** Removes what was written, unless it has its name: nothing is left then, and what was there is as it was. */
	async discard(): Promise<void> {
		if (this.#isPlaced) {
			return;
		}
		// The name first: a file that is being written to may take long to close.
		await unlink(this.#temporary).catch(() => {});
		await this.#handle.close().catch(() => {});
	}
}

async function refuse(path: string, options: OutputFileOptions): Promise<void> {
	const {overwrite, advice} = options;
	let what: Awaited<ReturnType<typeof occupant>>;
	try {
		what = await occupant(path);
	} catch (error) {
		throw unwritable(path, error);
	}
	await refuseInput(path, options);
	if (what === 'file' && !overwrite) {
		throw new FileExists(`${path} exists already: ${advice}`);
	}
	if (what !== null && what !== 'file') {
		throw new UserError(
			`${path} is a ${what}, which is neither written to nor replaced: choose another name`,
		);
	}
}

/** Also what wasn't there at the start: the log that is read may be renamed to that. */
async function refuseInput(path: string, {isInput}: OutputFileOptions): Promise<void> {
	// A link is refused as such. What can't be looked at is told of by whoever wants to write there.
	const stats = await lstat(path, {bigint: true}).catch(() => undefined);
	if (isInput !== undefined && stats !== undefined && (await isInput(stats))) {
		throw new UserError(`${path} is one of the logs that are read, and would be lost: choose another name`);
	}
}

function unwritable(path: string, error: unknown): UserError {
	return new UserError(`${path} can't be written: ${errnoWords(error)}`, {cause: error});
}

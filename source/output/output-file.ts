import type {BigIntStats} from 'node:fs';
import {type FileHandle, lstat, open, rename, unlink} from 'node:fs/promises';
import {dirname, join} from 'node:path';
import {Writable} from 'node:stream';
import {errnoCode, errnoWords} from '../tail/files/errno-words.js';
import {UserError} from '../user-error.js';
import {randomName} from '../user-files/user-folder.js';
import {giveName, occupant} from './give-name.js';

/** Handling of an existing file of that name. */
type OutputFileOptions = {
	/** True to replace an existing regular file. Other types of files are never replaced. */
	readonly overwrite: boolean;
	/** Advice in the message about an existing file. */
	readonly advice: string;
	/** Checks whether a file is an input of the output, which is never replaced. */
	readonly isInput?: (stats: BigIntStats) => Promise<boolean>;
};

/** A file of that name exists and may not be replaced. */
export class FileExists extends UserError {}

/** Errors of file systems that don't support sync. */
const noSync: ReadonlySet<string | undefined> = new Set(['EINVAL', 'ENOTSUP', 'ENOSYS']);

/**
 * A file that gets its name only when it is complete. Until then it is a hidden file in the same directory, with an unpredictable
 * name, readable only by its owner. Never writes to an existing file of the final name, and never follows a link there.
 */
export class OutputFile {
	/** Receives the content. */
	readonly stream: Writable;
	readonly #path: string;
	readonly #temporary: string;
	readonly #options: OutputFileOptions;
	readonly #handle: FileHandle;
	#isPublished = false;

	private constructor(path: string, temporary: string, handle: FileHandle, options: OutputFileOptions) {
		this.#path = path;
		this.#temporary = temporary;
		this.#handle = handle;
		this.#options = options;
		this.stream = new Writable({
			write(piece: Uint8Array, _encoding, done) {
				// Writes the whole piece at the current position, or fails.
				handle.writeFile(piece).then(() => done(), done);
			},
		});
	}

	/**
	 * Creates the temporary file for a path.
	 * @throws UserError if something exists there that may not be replaced, or if the directory isn't writable
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
	 * Syncs and closes the file. Must be called when the stream has written everything.
	 * @throws UserError if something could not be written
	 */
	async finish(): Promise<void> {
		try {
			await this.#handle.sync().catch((error: unknown) => {
				if (!noSync.has(errnoCode(error))) {
					throw error;
				}
			});
			// A network file system may report a full disk only now.
			await this.#handle.close();
		} catch (error) {
			throw unwritable(this.#path, error);
		}
	}

	/**
	 * Renames the complete file to its final name.
	 * @throws UserError if something has appeared there that may not be replaced, such as a log that is being read
	 */
	async publish(): Promise<void> {
		await refuseInput(this.#path, this.#options);
		try {
			if (this.#options.overwrite && (await occupant(this.#path)) === 'file') {
				await rename(this.#temporary, this.#path);
				this.#isPublished = true;
			} else {
				this.#isPublished = await giveName(this.#temporary, this.#path);
			}
		} catch (error) {
			throw unwritable(this.#path, error);
		}
		if (!this.#isPublished) {
			throw new UserError(`${this.#path} can't be written: a file of that name was created in the meantime`);
		}
	}

	/** Removes the temporary file, unless `publish` succeeded. An existing file of the final name is unchanged. */
	async discard(): Promise<void> {
		if (this.#isPublished) {
			return;
		}
		// Removes the name first: closing a file with pending writes may take long.
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

/** Checked again at the end, because a log that is being read may be renamed to this path. */
async function refuseInput(path: string, {isInput}: OutputFileOptions): Promise<void> {
	// A link is refused elsewhere. If `lstat` fails, the write will report the error.
	const stats = await lstat(path, {bigint: true}).catch(() => undefined);
	if (isInput !== undefined && stats !== undefined && (await isInput(stats))) {
		throw new UserError(`${path} is one of the logs that are read, and would be lost: choose another name`);
	}
}

function unwritable(path: string, error: unknown): UserError {
	return new UserError(`${path} can't be written: ${errnoWords(error)}`, {cause: error});
}

import {mkdir, open, readFile, rename} from 'node:fs/promises';
import {dirname, join} from 'node:path';
import {errnoWords, isMissing} from '../../bytes/files/errno-words.js';
import {Failure} from '../../failure.js';
import type {Checkpoint} from './checkpoint.js';

/** The checkpoint in a folder: a file that is replaced as a whole, each time. */
export class CheckpointFile {
	readonly path: string;

	constructor(folder: string) {
		this.path = join(folder, 'checkpoint.json');
	}

	/**
	 * What was remembered; undefined when there is nothing.
	 * @throws Failure when it can't be read, or is about something else
	 */
	async load(source: string, target: string): Promise<Checkpoint | undefined> {
		let text: string;
		try {
			text = await readFile(this.path, 'utf8');
		} catch (error) {
			if (isMissing(error)) {
				return undefined;
			}
			throw new Failure(`${this.path} can't be read: ${errnoWords(error)}`, {cause: error});
		}
		const checkpoint = parsed(text);
		if (checkpoint === undefined) {
			throw new Failure(
				`${this.path} holds no checkpoint of this version: move it away, and all that is in the files is shipped anew`,
			);
		}
		if (checkpoint.source !== source || checkpoint.target !== target) {
			throw new Failure(
				`${this.path} is of shipping ${checkpoint.source} to ${checkpoint.target}: give another folder with --checkpoint`,
			);
		}
		return checkpoint;
	}

	/**
	 * Remembers; it outlasts a crash of the machine once it resolves.
	 * @throws Failure
	 */
	async save(checkpoint: Checkpoint): Promise<void> {
		const temporary = `${this.path}.new`;
		try {
			const file = await open(temporary, 'w', 0o600);
			try {
				await file.writeFile(`${JSON.stringify(checkpoint)}\n`);
				await file.sync();
			} finally {
				await file.close();
			}
			await rename(temporary, this.path);
			await syncFolder(dirname(this.path));
		} catch (error) {
			throw new Failure(
				`${this.path} can't be written, and without it nothing is sent: ${errnoWords(error)}`,
				{cause: error},
			);
		}
	}
}

/**
 * Makes the folder of a checkpoint, for the user alone.
 * @throws Failure
 */
export const makeFolder = async (folder: string): Promise<void> => {
	try {
		await mkdir(folder, {recursive: true, mode: 0o700});
	} catch (error) {
		throw new Failure(
			`the folder ${folder} can't be made: ${errnoWords(error)}; give another one with --checkpoint`,
			{cause: error},
		);
	}
};

/** The new name of a file lasts once its folder is written. */
const syncFolder = async (folder: string): Promise<void> => {
	const handle = await open(folder, 'r');
	try {
		await handle.sync();
	} finally {
		await handle.close();
	}
};

const parsed = (text: string): Checkpoint | undefined => {
	let value: unknown;
	try {
		value = JSON.parse(text);
	} catch {
		return undefined;
	}
	return isCheckpoint(value) ? value : undefined;
};

/** Whether it is what this version writes, as far as a file that nobody else writes has to be looked at. */
const isCheckpoint = (value: unknown): value is Checkpoint => {
	const {version, source, target, logs, beginnings, plan} = (value ?? {}) as Partial<Checkpoint>;
	return (
		version === 1 &&
		typeof source === 'string' &&
		typeof target === 'string' &&
		Array.isArray(logs) &&
		Array.isArray(beginnings) &&
		logs.every(
			({fingerprint, place}) => typeof fingerprint === 'string' && Number.isSafeInteger(place?.offset),
		) &&
		(plan === null || Array.isArray(plan?.ranges))
	);
};

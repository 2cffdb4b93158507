import {constants} from 'node:fs';
import {join} from 'node:path';
import {errnoWords, isMissing} from '../../bytes/files/errno-words.js';
import {readSmall, type SmallFile} from '../../bytes/files/read-small.js';
import {Failure} from '../../failure.js';
import {makeOwnFolder} from '../../own-files/own-folder.js';
import {writeOwnFile} from '../../own-files/write-own-file.js';
import type {Checkpoint} from './checkpoint.js';

/** Ten thousand logs are a few megabytes: what is larger than this, bytes, is something else. */
const largestFile = 256 << 20;

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
		let read: SmallFile;
		try {
			read = await readSmall(this.path, largestFile, constants.O_NOFOLLOW ?? 0);
		} catch (error) {
			if (isMissing(error)) {
				return undefined;
			}
			throw new Failure(`${this.path} can't be read: ${errnoWords(error)}`, {cause: error});
		}
		const checkpoint = 'bytes' in read ? parsed(read.bytes.toString('utf8')) : undefined;
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
		try {
			if (!(await writeOwnFile(this.path, `${JSON.stringify(checkpoint)}\n`, true))) {
				throw new Error('something else than a file has its name');
			}
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
		await makeOwnFolder(folder);
	} catch (error) {
		throw new Failure(
			`no checkpoint can be kept in ${folder}: ${errnoWords(error)}; give another folder with --checkpoint`,
			{cause: error},
		);
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

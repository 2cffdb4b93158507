import {join} from 'node:path';
import {errnoWords, isMissing} from '../../../tail/files/errno-words.js';
import type {SmallFile} from '../../../tail/files/open-file.js';
import {UserError} from '../../../user-error.js';
import {readUserBytes, writeUserFile} from '../../../user-files/user-file.js';
import {makeUserFolder} from '../../../user-files/user-folder.js';
import {type Checkpoint, type PlannedRange, tailLength} from './checkpoint.js';

/** Maximum size, in bytes. Ten thousand logs take a few megabytes, so a larger file isn't a checkpoint. */
const maxFileSize = 256 << 20;

/** The checkpoint file in a folder. Each save replaces the whole file. */
export class CheckpointFile {
	readonly path: string;

	constructor(folder: string) {
		this.path = join(folder, 'checkpoint.json');
	}

	/**
	 * Loads the checkpoint; undefined if the file doesn't exist.
	 * @throws UserError if the file can't be read or belongs to a different source or target
	 */
	async load(source: string, target: string): Promise<Checkpoint | undefined> {
		let read: SmallFile;
		try {
			read = await readUserBytes(this.path, maxFileSize);
		} catch (error) {
			if (isMissing(error)) {
				return undefined;
			}
			throw new UserError(`${this.path} can't be read: ${errnoWords(error)}`, {cause: error});
		}
		const checkpoint = 'bytes' in read ? parsed(read.bytes.toString('utf8')) : undefined;
		if (checkpoint === undefined) {
			throw new UserError(
				`${this.path} is not a checkpoint of this version: move it away to ship all files from the beginning`,
			);
		}
		if (checkpoint.source !== source || checkpoint.target !== target) {
			throw new UserError(
				`${this.path} belongs to shipping ${checkpoint.source} to ${checkpoint.target}: give another folder with --checkpoint`,
			);
		}
		return checkpoint;
	}

	/**
	 * Saves the checkpoint. When it resolves, the checkpoint survives a crash of the machine.
	 * @throws UserError
	 */
	async save(checkpoint: Checkpoint): Promise<void> {
		try {
			if (!(await writeUserFile(this.path, `${JSON.stringify(checkpoint)}\n`, true))) {
				throw new Error('it is not a regular file');
			}
		} catch (error) {
			throw new UserError(`${this.path} can't be written, so nothing is sent: ${errnoWords(error)}`, {
				cause: error,
			});
		}
	}
}

/**
 * Creates the folder of a checkpoint, accessible only to the user.
 * @throws UserError
 */
export async function makeFolder(folder: string): Promise<void> {
	try {
		await makeUserFolder(folder);
	} catch (error) {
		throw new UserError(
			`no checkpoint can be kept in ${folder}: ${errnoWords(error)}; give another folder with --checkpoint`,
			{cause: error},
		);
	}
}

function parsed(text: string): Checkpoint | undefined {
	let value: unknown;
	try {
		value = JSON.parse(text);
	} catch {
		return undefined;
	}
	return isCheckpoint(value) ? value : undefined;
}

type Check = (value: unknown) => boolean;

const isText: Check = value => typeof value === 'string';
const isFlag: Check = value => typeof value === 'boolean';
const isWhole: Check = value => Number.isSafeInteger(value) && (value as number) >= 0;

/** Files may have any time, even a negative or fractional one. */
const isTime: Check = value => typeof value === 'number';

function orNull(check: Check): Check {
	return value => value === null || check(value);
}

function listOf(check: Check): Check {
	return value => Array.isArray(value) && value.every(check);
}

function withAll(checks: Readonly<Record<string, Check>>): Check {
	return value => {
		const parts = (value ?? {}) as Readonly<Record<string, unknown>>;
		return Object.entries(checks).every(([name, check]) => check(parts[name]));
	};
}

const nameChecks = {fingerprint: isText, ordinal: isWhole};

const isLogRecord = withAll({
	...nameChecks,
	path: isText,
	identity: orNull(isText),
	size: isWhole,
	place: withAll({
		offset: isWhole,
		time: isTime,
		header: withAll({fields: isText, date: isText}),
		inRest: isFlag,
	}),
	tail: withAll({length: value => isWhole(value) && (value as number) <= tailLength, digest: isText}),
	seen: isTime,
	isDone: isFlag,
	modified: orNull(isTime),
});

const isRange = withAll({...nameChecks, start: isWhole, end: isWhole, sum: isWhole, isCut: isFlag});

/** Checks that the value is a checkpoint of this version. */
const isCheckpoint = withAll({
	version: value => value === 1,
	source: isText,
	target: isText,
	saved: isTime,
	logs: listOf(isLogRecord),
	beginnings: listOf(withAll({path: isText, begun: isTime, identity: orNull(isText)})),
	plan: orNull(
		withAll({
			token: isText,
			ranges: listOf(value => isRange(value) && (value as PlannedRange).start <= (value as PlannedRange).end),
		}),
	),
}) as (value: unknown) => value is Checkpoint;

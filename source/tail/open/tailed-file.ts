import type {BigIntStats} from 'node:fs';
import type {ByteSource, Identity} from '../files/open-file.js';
import type {Fingerprint} from '../rotation/fingerprint.js';
import type {WrittenTime} from '../rotation/fingerprint-index.js';
import type {State} from '../tail-types.js';

/**
 * A file that is open and looked at for growth, whatever its name is by now. It has one generation after the other:
 * being truncated ends one and begins the next. Those who follow a path at which the file is are its holders;
 * once there are none, it is read for a while longer and then ends.
 */
export type TailedFile = {
	readonly identity: Identity;
	/** The path by which it was found. */
	readonly path: string;
	/** What rotated files of it are named after: see `logNames`. */
	readonly names: readonly string[];
	/** No name of it is left. */
	readonly deleted: boolean;
	/** `foreign`: not text; `copy`: of another log, and `problem` says of which; `ended`: not looked at any more. */
	readonly state: 'open' | 'foreign' | 'copy' | 'ended';
	/**
	 * How many times it was truncated, or may have been: written to while it was empty, it may have held something in
	 * between that nobody has seen.
	 */
	readonly truncations: number;
	/** While that is true, nobody is told of what it holds: what was missed before is told first. See `reveal`. */
	isWithheld: boolean;
	/** Why it can't be read, at the moment or at all. */
	readonly problem: string | undefined;
	/** True while somebody who follows a path holds it. */
	readonly held: boolean;
	/** What has become of an archive, or of a file that has ended, if that isn't what becomes of any file. */
	readonly outcome: State | undefined;
	/** Bytes known to be in it. */
	readonly size: number;
	/** Whether asking for the state of what is at its path never takes long, going by what is there now. */
	readonly isNear: boolean;
	/** True when what it held at first was read before, as another file. */
	readonly continues: boolean;
	/** When its generation was written, as of the last poll. */
	readonly written: WrittenTime;
	/** What its generation is recognised by. */
	readonly fingerprint: Fingerprint;
	/** What it holds now. */
	readonly bytes: ByteSource;
	/** True when a look at the file wouldn't find anything new, given what the system says of it now. */
	isKnown(stats: BigIntStats): boolean;
	/** See `Hold`. */
	hold(holder: object): void;
	/** See `Hold`. */
	release(holder: object, holdTime: number): void;
	/** What was missed has been told: what it holds is to be, too. */
	reveal(): Promise<void>;
	/** Resolves when a poll that began after the call is done. */
	poll(): Promise<void>;
	/** Something may have happened to it: has it looked at soon. */
	schedulePoll(): void;
	/** Nothing more is expected of the file. What it holds stays readable. */
	end(): void;
	/** Closes the descriptor without a word to anyone. */
	close(): Promise<void>;
};

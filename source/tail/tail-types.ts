import type {LogFile} from './log-file.js';

/** What is followed, and how. */
export type TailOptions = {
	/** Paths of files and directories, glob patterns, `-` for standard input. */
	readonly paths: readonly string[];
	/** False: every file ends at the size it has now, nothing is watched, and piped input is read to its end. */
	readonly follow: boolean;
	/** True: no file events, the timer alone. */
	readonly poll: boolean;
	/** True: what is there already counts as written since, so that files are held open until it has been read. */
	readonly isAllNew?: boolean;
};

/** What the next stage is told. Calls come one at a time, never from within a call into this stage. */
export type TailListener = {
	/** A log's generation begins. Comes before any other call about it. */
	opened(file: LogFile): void;
	/** `file.size` has grown. */
	grown(file: LogFile): void;
	/** Nothing will be added to the file any more; what it holds can still be read. */
	ended(file: LogFile): void;
	notice(notice: Notice): void;
	/** What `states()` answers has changed. */
	changed(): void;
};

/** What the user is told about a path. */
export type PathState = {
	readonly path: string;
	/**
	 * `waiting`: there is no such file yet; `unreadable`: it can't be opened or isn't text, `problem` says why;
	 * `following`: watched for more; `ended`: read to its end and not watched.
	 */
	readonly state: 'waiting' | 'unreadable' | 'following' | 'ended';
	readonly problem?: string;
	/** Set for what nobody asked for by name: found in a directory or by a pattern, and of a kind that isn't read. */
	readonly passedOver?: true;
	/** Set for a pipe once it has ended: nothing can come of it any more. */
	readonly isOver?: true;
};

/** The same without the path. */
export type State = Omit<PathState, 'path'>;

/** What is being followed. */
export type Tail = {
	/** Resolves when every path has been looked at once (and `opened` has been called for what is there). */
	readonly started: Promise<void>;
	states(): readonly PathState[];
	/** Looks at every path now; resolves when that is done. */
	poll(): Promise<void>;
	/**
	 * The files that rotation has left beside what is followed and that are not read, nor were while they were written;
	 * the last written first. Never rejects.
	 */
	rotated(): Promise<readonly string[]>;
	/** Follows further paths. What their files hold is the past. Resolves when they have been searched for. */
	add(paths: readonly string[]): Promise<void>;
	/** Stops watching and closes every descriptor. */
	close(): Promise<void>;
};

/** Something that happened to a file and that the user should know: shown on the screen, or one line on stderr. */
export type Notice = {
	/** When it happened, milliseconds since 1970. */
	readonly time: number;
	/** The path of the file, as given. */
	readonly path: string;
	/** What happened and what it means, in plain words, without the path. */
	readonly text: string;
};

import type {LogFile} from './log-file.js';

/** Paths to follow, and how to follow them. */
export type TailOptions = {
	/** Paths of files and directories, glob patterns, `-` for standard input. */
	readonly paths: readonly string[];
	/** If false, every file ends at its current size, nothing is watched, and piped input is read to its end. */
	readonly follow: boolean;
	/** If true, file events are off and only the timer polls. */
	readonly poll: boolean;
	/** If true, existing content counts as written after the start, so files stay open until it has been read. */
	readonly isAllNew?: boolean;
};

/** Listener of the tail: the next stage. Calls arrive one at a time, never inside a call into the tail. */
export type TailListener = {
	/** A generation of a log begins. This is the first call about `file`. */
	opened(file: LogFile): void;
	/** `file.size` has grown. */
	grown(file: LogFile): void;
	/** The file won't grow again. Its content can still be read. */
	ended(file: LogFile): void;
	notice(notice: Notice): void;
	/** The result of `states()` has changed. */
	changed(): void;
};

/** State of a path, as shown to the user. */
export type PathState = {
	readonly path: string;
	/**
	 * - `waiting`: the file doesn't exist yet
	 * - `unreadable`: the file can't be opened or isn't text; `problem` has the reason
	 * - `following`: polled for growth
	 * - `ended`: read to its end and no longer polled
	 */
	readonly state: 'waiting' | 'unreadable' | 'following' | 'ended';
	readonly problem?: string;
	/** Set for a file of an unreadable kind that a directory or pattern matched, so that the user didn't name it. */
	readonly passedOver?: true;
	/** Set for a pipe that has ended: it can't deliver more data. */
	readonly isOver?: true;
};

/** `PathState` without the path. */
export type State = Omit<PathState, 'path'>;

/** A running tail. */
export type Tail = {
	/** Resolves when every path has been polled once and `opened` has been called for the existing files. */
	readonly started: Promise<void>;
	states(): readonly PathState[];
	/** Polls every path now. Resolves when all polls are done. Does nothing if files aren't followed. */
	poll(): Promise<void>;
	/**
	 * Returns the rotated files next to the followed paths that the tail neither reads nor read while they were written, sorted by
	 * last write, newest first. Never rejects.
	 */
	rotated(): Promise<readonly string[]>;
	/** Follows further paths. The content of their files counts as backfill. Resolves when the search for them is done. */
	add(paths: readonly string[]): Promise<void>;
	/** Stops following and closes every descriptor. */
	close(): Promise<void>;
};

/** An event of a file that the user should know about, shown on the screen or as one line on stderr. */
export type Notice = {
	/** Time of the event, in ms since 1970. */
	readonly time: number;
	/** Path of the file, as given. */
	readonly path: string;
	/** The event and its consequence, in plain words, without the path. */
	readonly text: string;
};

import type {Readable} from 'node:stream';
import {DirectoryWatcher, type WatchListener} from './files/directory-watcher.js';
import {OpenFile} from './files/open-file.js';
import {standardInput} from './files/pipes.js';

/** Intervals and limits of the tail, times in ms. The product uses the defaults; tests shorten them. */
export type TailSettings = {
	/** Interval between full polls while file events are on: every change is noticed within 1 s. */
	readonly pollInterval: number;
	/** Interval between full polls without file events. */
	readonly eventlessPollInterval: number;
	/**
	 * Minimum interval between two searches of directories and patterns for new files, and between two checks of the set of watched
	 * directories, if no event triggers them. Both run with the next full poll.
	 */
	readonly scanInterval: number;
	/** Minimum interval between two polls of one path that events trigger, so that a hot file can't use up a core. */
	readonly minPollSpacing: number;
	/** Interval between polls of files in busy directories, which have no events (see `BusyDirectories`). */
	readonly busyPollInterval: number;
	/** Interval between polls in busy directories that receive little data. It matches the refresh rate of the screen. */
	readonly calmPollInterval: number;
	/** Time without a write after which a busy directory is watched again. */
	readonly busyQuietTime: number;
	/** Interval between searches for new files while a directory is busy: it isn't watched, so no event reports them. */
	readonly busyScanInterval: number;
	/** Minimum interval between two searches, and between two polls of all paths in a directory, that events trigger. */
	readonly minScanSpacing: number;
	/** Time that a file is still read after it was replaced or deleted and after its last growth. */
	readonly holdTime: number;
	/** The same time for a file of a directory or pattern that was moved away and not replaced. */
	readonly movedHoldTime: number;
	/** Pause between the first two attempts to read a file that fails. */
	readonly retryInterval: number;
	/** Time that the unused descriptor of an ended file stays open. */
	readonly idleTime: number;
	/** Maximum number of open descriptors of ended files. */
	readonly openEnded: number;
	/** Time after its last change during which an incomplete compressed file counts as still being written. */
	readonly unfinishedTime: number;
	/** Number of bytes of piped input and of decoded archives that are kept to be read again. Infinity keeps all. */
	readonly keepPiped: number;
	/** Number of bytes of piped input that are read ahead of the reader. */
	readonly pipedAhead: number;
	/** Opens the input for `-`. */
	readonly stdin: () => Readable;
	/** Opens a file; see `OpenFile.open`. */
	readonly open: (path: string) => Promise<OpenFile | undefined>;
	/** Creates the source of file events. */
	readonly watch: (listener: WatchListener) => Pick<DirectoryWatcher, 'want' | 'refreshAfter' | 'close'>;
};

/** Settings of the product. */
export const defaultSettings: TailSettings = {
	pollInterval: 900,
	eventlessPollInterval: 400,
	scanInterval: 1500,
	minPollSpacing: 25,
	busyScanInterval: 500,
	busyPollInterval: 44,
	calmPollInterval: 96,
	busyQuietTime: 3000,
	minScanSpacing: 200,
	holdTime: 5000,
	movedHoldTime: 60_000,
	retryInterval: 900,
	idleTime: 5000,
	openEnded: 64,
	unfinishedTime: 10_000,
	keepPiped: 64 * 1024 * 1024,
	pipedAhead: 16 * 1024 * 1024,
	stdin: standardInput,
	open: path => OpenFile.open(path),
	watch: listener => new DirectoryWatcher(listener),
};

import type {Readable} from 'node:stream';
import {DirectoryWatcher, type WatchListener} from './files/directory-watcher.js';
import {OpenFile} from './files/open-file.js';
import {standardInput} from './files/pipes.js';

/** Times and bounds of the following. The defaults are the product's; tests shorten them. Times in milliseconds. */
export type TailSettings = {
	/** Between two looks at everything while file events come too: what was there for a second has been seen. */
	readonly pollInterval: number;
	/** The same without file events. */
	readonly eventlessPollInterval: number;
	/**
	 * At least between two searches of directories and patterns for further files, and between two looks at what is watched,
	 * when no event asks: both wait for the next look at everything.
	 */
	readonly scanInterval: number;
	/** At least this lies between two looks at one path that events ask for, so that a hot file can't use up a core. */
	readonly minPollSpacing: number;
	/** Between two looks at files that are written to all the time: events about those aren't asked for. */
	readonly busyPollInterval: number;
	/** The same where little is written, see `BusyDirectories`: as often as the screen shows it. */
	readonly calmPollInterval: number;
	/** How long nothing must have been written until they are again. */
	readonly busyQuietTime: number;
	/** Between two searches where what is written to all the time isn't watched, and new files beside it would be missed. */
	readonly busyScanInterval: number;
	/** At least this lies between two searches that events ask for. */
	readonly minScanSpacing: number;
	/** How long a file is still read after another has taken its place or it was deleted, and after its last growth. */
	readonly holdTime: number;
	/** The same for a file of a directory or pattern that was moved away without another taking its place. */
	readonly movedHoldTime: number;
	/** Between the first two attempts at what can't be read. */
	readonly retryInterval: number;
	/** How long the descriptor of an ended file stays open unused. */
	readonly idleTime: number;
	/** How many descriptors of ended files may be open. */
	readonly openEnded: number;
	/** How long after its last change a compressed file that ends in the middle is taken for one being written. */
	readonly unfinishedTime: number;
	/** How many bytes of piped input, and of decoded archives, are kept for reading them again; Infinity: all. */
	readonly keepPiped: number;
	/** How many bytes of piped input are taken ahead of the reader. */
	readonly pipedAhead: number;
	/** Where `-` reads from. */
	readonly stdin: () => Readable;
	/** Opens a file; see `OpenFile.open`. */
	readonly open: (path: string) => Promise<OpenFile | undefined>;
	/** Where file events come from. */
	readonly watch: (listener: WatchListener) => Pick<DirectoryWatcher, 'want' | 'refreshAfter' | 'close'>;
};

/** Those of the product. */
export const defaultSettings: TailSettings = {
	pollInterval: 900,
	eventlessPollInterval: 250,
	scanInterval: 1500,
	minPollSpacing: 25,
	busyScanInterval: 500,
	busyPollInterval: 44,
	calmPollInterval: 88,
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

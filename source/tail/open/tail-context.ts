import type {KeptText} from '../archives/kept-text.js';
import type {EventQueue} from '../event-queue.js';
import type {EndedFiles} from '../rotation/ended-files.js';
import type {FingerprintIndex} from '../rotation/fingerprint-index.js';
import type {TailSettings} from '../tail-settings.js';
import type {Registry} from './registry.js';

/** A compressed rotated file that was made after the tail started, and the path of its log. */
export type UnseenArchive = {readonly archive: string; readonly log: string};

/** Objects that all parts of the tail share. */
export type TailContext = {
	/** False if the files are read once, up to the size that they have when they are found. */
	readonly isFollowing: boolean;
	readonly settings: TailSettings;
	readonly events: EventQueue;
	readonly registry: Registry;
	readonly endedFiles: EndedFiles;
	readonly fingerprintIndex: FingerprintIndex;
	readonly keptText: KeptText;
};

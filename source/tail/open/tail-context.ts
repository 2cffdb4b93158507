import type {KeptText} from '../archives/kept-text.js';
import type {Deliveries} from '../deliveries.js';
import type {EndedFiles} from '../rotation/ended-files.js';
import type {Beginnings} from '../rotation/fingerprint-index.js';
import type {FollowSettings} from '../tail-settings.js';
import type {Registry} from './registry.js';

/** A compressed rotated file that was made since the watching began, and the path of its log. */
export type MissedArchive = {readonly archive: string; readonly log: string};

/** What the parts of this stage share. */
export type Stage = {
	readonly settings: FollowSettings;
	readonly deliveries: Deliveries;
	readonly registry: Registry;
	readonly endedFiles: EndedFiles;
	readonly beginnings: Beginnings;
	readonly keptText: KeptText;
};

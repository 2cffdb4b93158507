import type {KeptText} from '../archives/kept-text.js';
import type {Deliveries} from '../deliveries.js';
import type {EndedFiles} from '../ended/ended-files.js';
import type {FollowSettings} from '../follow-settings.js';
import type {Beginnings} from '../recognition/beginnings.js';
import type {Registry} from './registry.js';

/** What the parts of this stage share. */
export type Stage = {
	readonly settings: FollowSettings;
	readonly deliveries: Deliveries;
	readonly registry: Registry;
	readonly endedFiles: EndedFiles;
	readonly beginnings: Beginnings;
	readonly keptText: KeptText;
};

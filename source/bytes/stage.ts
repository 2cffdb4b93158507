import type {Beginnings} from './beginnings.js';
import type {Deliveries} from './deliveries.js';
import type {EndedFiles} from './ended-files.js';
import type {FollowSettings} from './follow-settings.js';
import type {KeptText} from './kept-text.js';
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

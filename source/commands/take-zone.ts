import type {Zone} from '../listing/time-formatter.js';

/**
 * Makes a zone that was asked for by name the zone of this process: so times that are logged without a zone are read
 * in it. `local` and `log` leave the zone of the environment. Before anything is read.
 */
export const takeZone = (zone: Zone): void => {
	if (zone === 'local' || zone === 'log') {
		return;
	}
	// Spelled as the system's database has it, where capitals count.
	const {timeZone} = new Intl.DateTimeFormat('en-US', {timeZone: zone}).resolvedOptions();
	process.env.TZ = timeZone;
};

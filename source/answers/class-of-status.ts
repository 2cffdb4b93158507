import {noStatus} from '../entries/entry-record.js';
import {statusClasses} from './answers.js';

/** The class of each status, see `StatusClasses`. */
export const classOfStatus: Uint8Array = Uint8Array.from({length: noStatus + 1}, (_, status) => {
	const first = Math.floor(status / 100);
	return first >= 1 && first < statusClasses ? first : 0;
});

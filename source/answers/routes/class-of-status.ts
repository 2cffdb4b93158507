import {noStatus} from '../../entries/entry-record.js';
import {statusClasses} from '../answers.js';

/** The class of each status, see `StatusClasses`. */
export const classOfStatus: Uint8Array = new Uint8Array(noStatus + 1);
for (let first = 1; first < statusClasses; first++) {
	classOfStatus.fill(first, first * 100, (first + 1) * 100);
}

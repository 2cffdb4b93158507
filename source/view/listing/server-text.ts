import {clockText} from '../../listing/clock-text.js';
import type {TimeFormatter} from '../../listing/time-formatter.js';
import type {ServerState} from '../../store/store.js';

/** Whether there is no answer from the server that is asked, if one is. */
export function isAway(server: ServerState | undefined): boolean {
	return server !== undefined && server.nextAttempt !== null;
}

/** What is the matter with the server that is asked, and when it is tried again; null: nothing is. Not sanitised. */
export function serverText(
	{name, problem, nextAttempt}: ServerState,
	formatTime: TimeFormatter,
): string | null {
	if (problem === null) {
		return null;
	}

	return nextAttempt === null
		? `${name}: ${problem}`
		: `No answer, tried again at ${clockText(nextAttempt, formatTime)}: ${problem}`;
}

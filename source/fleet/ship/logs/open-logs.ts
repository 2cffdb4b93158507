import {setTimeout as pause} from 'node:timers/promises';
import {tail} from '../../../tail/tail.js';
import type {Tail, TailListener, TailOptions} from '../../../tail/tail-types.js';
import type {LeftBehind} from '../checkpoints/left-behind.js';

/** Limit for the case that a process renames files all the time. Files that it moves away are found at the next start. */
const maxAttempts = 20;

/** The followed files and their listener. */
type OpenedLogs<Listener> = {readonly followed: Tail; readonly listener: Listener};

/**
 * Starts to follow logs and their leftover files, all as of one moment. If a rotation between listing and opening renamed some
 * files, their paths would open different files, and the renamed ones would count as lost. So this lists the files again once all
 * are open, and starts over if the list has changed. From then on no file can get lost, because the follower holds the files open
 * and watches for new ones.
 *
 * @param list - returns the leftover files: see `leftBehind`
 * @param makeListener - creates a new listener for each attempt, which hasn't received any event
 */
export async function openLogs<Listener extends TailListener>(
	options: TailOptions,
	list: () => Promise<LeftBehind>,
	makeListener: (found: LeftBehind) => Listener,
): Promise<OpenedLogs<Listener>> {
	for (let attempt = 1; ; attempt++) {
		const found = await list();
		const listener = makeListener(found);
		const followed = tail({...options, paths: [...options.paths, ...found.paths]}, listener);
		await followed.started;
		// The listener's events arrive after the promise has resolved.
		await pause(0);
		if (attempt === maxAttempts || (await list()).state === found.state) {
			return {followed, listener};
		}
		await followed.close();
	}
}

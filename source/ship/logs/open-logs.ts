import {setTimeout as pause} from 'node:timers/promises';
import {tail} from '../../tail/tail.js';
import type {Tail, TailListener, TailOptions} from '../../tail/tail-types.js';
import type {LeftBehind} from '../checkpoints/left-behind.js';

/** Something renames files all the time: what it moves away then is found at the next start. */
const maxAttempts = 20;

/** Files that are followed, and whoever is told of them. */
type OpenedLogs<Listener> = {readonly followed: Tail; readonly listener: Listener};

/**
 * Begins to follow logs and what was left behind of them, all files as they were at one moment. A rotation between listing
 * them and opening them would rename some: of those, what is opened by their paths is another file, and they themselves
 * would be taken for lost. So they are listed again once all are open; where that gives others, it is begun anew. From
 * then on nothing can go away: who follows holds the files open, and looks itself for those that come and go.
 *
 * @param list What was left behind: see `leftBehind`.
 * @param makeListener For each attempt another one, which hasn't been told anything.
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
		// Its calls come later than the promise.
		await pause(0);
		if (attempt === maxAttempts || (await list()).state === found.state) {
			return {followed, listener};
		}
		await followed.close();
	}
}

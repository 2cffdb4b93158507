import type {Clock} from '../../clock.js';
import type {LiveListing} from './live-listing.js';

/** Resolves when a listing has rows, at the latest after `longest` milliseconds: it may never have any. */
export const firstRows = (
	listing: Pick<LiveListing, 'getState' | 'subscribe'>,
	clock: Pick<Clock, 'after'>,
	longest: number,
): Promise<void> =>
	new Promise(resolve => {
		const hasRows = (): boolean => listing.getState().rows.length > 0;
		if (hasRows()) {
			resolve();
			return;
		}

		const end = (): void => {
			unsubscribe();
			giveUp();
			resolve();
		};
		const unsubscribe = listing.subscribe(() => {
			if (hasRows()) {
				end();
			}
		});
		const giveUp = clock.after(longest, end);
	});

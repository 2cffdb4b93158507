import {everything} from '../query/query.js';
import type {EmbeddedStore} from '../store/embedded-store.js';
import type {ReadAs} from './log-end.js';
import {judgedRequests, proxyHint} from './proxy-hint.js';
import {statusHint} from './status-hint.js';

/**
 * Adds the hints about the status and about a proxy to a store's notices, at most once: after the backfill, and with enough requests.
 * @param failed - called with errors of the program
 */
export function noteHints(
	store: EmbeddedStore,
	{format, client}: ReadAs,
	failed: (error: unknown) => void,
): void {
	let leave = (): void => {};
	let isJudged = false;
	const check = async (): Promise<void> => {
		const {n} = await store.count(everything);
		if (isJudged || n < judgedRequests) {
			return;
		}
		isJudged = true;
		leave();
		for (const hint of [await statusHint(store, format), await proxyHint(store, client)]) {
			if (hint !== null) {
				store.note(`${hint.text}: ${hint.advice}`);
			}
		}
	};
	const checkAgain = (): void => {
		check().catch(failed);
	};
	store.settled().then(() => {
		leave = store.subscribe(everything, checkAgain);
		checkAgain();
	}, failed);
}

import type {Entry} from '../../../store/store.js';

/** Where steps along the requests of a client have led. */
export type StepsTaken = {
	readonly entry: Entry;
	/** How many are left, for want of requests that are known. */
	readonly left: number;
	/** Whether there is none to go on to. */
	readonly isEnd: boolean;
};

/**
 * Takes steps from a request to others of its client, as far as these are known.
 * @param steps - to older ones count up, to newer ones down
 * @param around - requests of one client, newest first
 * @param asked - the request around which these are all that there are, up to a number; null: none was asked for
 */
export function stepsAlong(
	from: Entry,
	steps: number,
	around: readonly Entry[],
	asked: Entry | null,
): StepsTaken {
	const place = around.findIndex(({token}) => token === from.token);
	const reached = place === -1 ? place : Math.min(around.length - 1, Math.max(0, place + steps));
	const entry = around[reached] ?? from;
	const left = steps - (reached - place);
	return {entry, left, isEnd: left !== 0 && (entry.ip === null || entry === asked)};
}

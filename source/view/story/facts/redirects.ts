import type {Entry} from '../../../store/store.js';
import {type Hop, redirectTarget} from './redirect-target.js';

/** Redirects one after the other are followed no further: a loop may be without end. */
const mostHops = 10;

/** The redirects that a request seems to be one of, as steps from one request to the next. */
export type Redirects = {
	/** What led to it, the first redirect first; each with the reason why the request after it is taken for its target. */
	readonly before: readonly Hop[];
	/** What it led to, the next first; each with the reason why it is taken for the target of the one before. */
	readonly after: readonly Hop[];
};

/**
 * Infers what redirects led to a request, and where it led itself.
 * @param around - the requests of its client, itself among them, oldest first
 */
export function redirects(entry: Entry, around: readonly Entry[]): Redirects {
	const targets = new Map<string, {readonly from: Entry; readonly to: Hop}>();
	for (const from of around) {
		const to = redirectTarget(from, around);
		if (to !== null) {
			targets.set(from.token, {from, to});
		}
	}

	const seen = new Set([entry.token]);
	const isNew = ({entry: {token}}: Hop): boolean => !seen.has(token) && seen.add(token).size <= mostHops;
	const after: Hop[] = [];
	for (let hop = targets.get(entry.token)?.to; hop && isNew(hop); hop = targets.get(hop.entry.token)?.to) {
		after.push(hop);
	}

	seen.clear();
	seen.add(entry.token);
	const leadingTo = (token: string): Hop | undefined =>
		[...targets.values()]
			.filter(({to}) => to.entry.token === token)
			.map(({from, to: {reason, rank}}) => ({entry: from, reason, rank}))
			// Of those for which as much speaks, the last.
			.reduce<Hop | undefined>((best, hop) => (best && best.rank < hop.rank ? best : hop), undefined);
	const before: Hop[] = [];
	for (let hop = leadingTo(entry.token); hop && isNew(hop); hop = leadingTo(hop.entry.token)) {
		before.unshift(hop);
	}

	return {before, after};
}

/**
 * The processor's time that the work takes, milliseconds: what the machine does besides doesn't count. The best of a
 * few, because it is shared all the same; no more of them when one was good enough.
 */
export function timeOf(work: () => void, enough: number, rounds = 5): number {
	let best = Number.POSITIVE_INFINITY;
	for (let round = 0; round < rounds && best >= enough; round++) {
		const before = process.cpuUsage().user;
		work();
		best = Math.min(best, (process.cpuUsage().user - before) / 1000);
	}
	return best;
}

/**
 * Returns the CPU time of `work`, in ms. Other load on the machine doesn't count directly, but it still slows the work down.
 * Therefore takes the best of up to `rounds` runs and stops at the first below `enough`.
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

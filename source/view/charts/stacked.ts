/** Status classes from the foot of a column to its top: the server's errors stand on the axis, where they are comparable. */
export const stackOrder: readonly number[] = [5, 4, 3, 2, 1, 0];

/** Errors of the server are seen however few they are; those of clients are always there. */
const neverLost = 5;

/**
 * Divides the cells of a bar between the status classes in proportion to their counts, but leaves no 5xx out.
 * @param counts - by class
 * @returns the class of each cell, in the order of `stackOrder`; as many as `cells`, none where nothing was counted
 */
export function stacked(counts: ArrayLike<number>, cells: number): readonly number[] {
	const total = stackOrder.reduce((sum, statusClass) => sum + (counts[statusClass] ?? 0), 0);
	if (total === 0 || cells < 1) {
		return [];
	}

	const parts = stackOrder.map(statusClass => {
		const count = counts[statusClass] ?? 0;
		const wanted = (count / total) * cells;
		const least = count > 0 && statusClass === neverLost ? 1 : 0;
		return {statusClass, wanted, least, given: Math.max(least, Math.floor(wanted))};
	});

	let left = cells - parts.reduce((sum, {given}) => sum + given, 0);
	while (left > 0) {
		const poorest = parts.reduce((a, b) => (b.wanted - b.given > a.wanted - a.given ? b : a));
		poorest.given++;
		left--;
	}

	while (left < 0) {
		// Of those with more than they must have; when there are none, of those nearest to the top.
		const rich = parts.filter(({given, least}) => given > least);
		const from = rich.length > 0 ? rich : parts.filter(({given}) => given > 0);
		const richest = from.reduce((a, b) => (b.given - b.wanted >= a.given - a.wanted ? b : a));
		richest.given--;
		left++;
	}

	return parts.flatMap(({statusClass, given}) => Array.from({length: given}, () => statusClass));
}

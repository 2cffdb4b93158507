/**
 * Counts by number, with room for numbers up to `last`: the same list where it has, else one twice as long or more, with
 * the same counts. Without a list, a new one that is no longer than it must be.
 */
export const withRoom = (counts: Uint32Array | undefined, last: number): Uint32Array => {
	if (counts !== undefined && counts.length > last) {
		return counts;
	}
	const wider = new Uint32Array(counts === undefined ? last + 1 : Math.max(last + 1, counts.length * 2));
	if (counts !== undefined) {
		wider.set(counts);
	}
	return wider;
};

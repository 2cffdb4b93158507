/** What has a share of the room on a line. */
export type Share = {
	readonly least: number;
	/** It takes no more. */
	readonly most: number;
	readonly weight: number;
};

/**
 * Divides room: each has its least, what is beyond goes by weight. What one doesn't take is for the others; what nobody
 * takes is left. The room is enough for the least of all.
 */
export function shareRoom(room: number, shares: readonly Share[]): readonly number[] {
	const given = shares.map(({least}) => least);
	let left = room - given.reduce((sum, value) => sum + value, 0);
	for (;;) {
		const open = shares.flatMap(({most}, index) => ((given[index] ?? 0) < most ? [index] : []));
		if (left <= 0 || open.length === 0) {
			return given;
		}

		const total = open.reduce((sum, index) => sum + (shares[index]?.weight ?? 0), 0);
		const free = left;
		for (const index of open) {
			const {most = 0, weight = 0} = shares[index] ?? {};
			const before = given[index] ?? 0;
			// What can't be divided goes to the first.
			const part = Math.max(1, Math.floor((free * weight) / total));
			const added = Math.min(left, part, most - before);
			given[index] = before + added;
			left -= added;
		}
	}
}

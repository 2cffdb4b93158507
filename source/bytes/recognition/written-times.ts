/** When a life of a log was written, from and until, milliseconds since 1970. */
export type WrittenTime = {readonly from: number; readonly until: number};

/** As many are remembered: rotated files of what was written before that were compressed before, too. */
const remembered = 100;

/**
 * When the lives of logs were written: so a compressed rotated file that can't be decoded is known for one of them,
 * whose time it has.
 */
export class WrittenTimes {
	readonly #times: Array<WrittenTime & {readonly names: readonly string[]}> = [];

	/** @param names Paths of the log. */
	add(names: readonly string[], {from, until}: WrittenTime): void {
		this.#times.push({names, from, until});
		this.#times.splice(0, this.#times.length - remembered);
	}

	/** Of the log at that path, the oldest first. */
	of(path: string): readonly WrittenTime[] {
		return this.#times.filter(({names}) => names.includes(path));
	}
}

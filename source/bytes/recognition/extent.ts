/** How far a log was read. */
export type ReadExtent = {
	/** Bytes of text. */
	readonly size: number;
	/** Whether that is all that it held, as far as can be told. */
	readonly isWhole: boolean;
};

/** How far a log will have been read, which is known once it is over. */
export class Extent {
	/** Resolves when it is over; perhaps never. */
	readonly final: Promise<ReadExtent>;
	#isOver = false;
	#settle: (extent: ReadExtent) => void = () => {};

	constructor() {
		this.final = new Promise(resolve => {
			this.#settle = resolve;
		});
	}

	get isOver(): boolean {
		return this.#isOver;
	}

	/** It is over. Said again, it changes nothing. */
	settle(extent: ReadExtent): void {
		this.#isOver = true;
		this.#settle(extent);
	}
}

import {noStatus} from '../../entries/entry-record.js';

/** Room for so many different statuses at first: hardly a log has more. */
const firstRoom = 32;

/** How often there was each status, at a number of places. */
export class StatusCounts {
	readonly #places: number;
	/** Statuses are numbered from 1 in the order of their first coming. */
	readonly #numbers = new Uint32Array(noStatus + 1);
	readonly #statuses: number[] = [];
	/** How many statuses there is room for at each place. */
	#room = firstRoom;
	#counts: Uint32Array;

	constructor(places: number) {
		this.#places = places;
		this.#counts = new Uint32Array(places * firstRoom);
	}

	/** Takes a status, `noStatus` for none. */
	add(place: number, status: number): void {
		const number = this.#numbers[status] || this.#admit(status);
		const index = place * this.#room + number - 1;
		this.#counts[index] = (this.#counts[index] ?? 0) + 1;
	}

	/** Those of a place that there were. */
	of(place: number): ReadonlyMap<number, number> {
		const counts = this.#statuses.map(
			(status, index) => [status, this.#counts[place * this.#room + index] ?? 0] as const,
		);
		return new Map(counts.filter(([, n]) => n > 0));
	}

	/** Gives a status a number. */
	#admit(status: number): number {
		const number = this.#statuses.push(status);
		this.#numbers[status] = number;
		if (number > this.#room) {
			const wider = new Uint32Array(this.#places * this.#room * 2);
			for (let place = 0; place < this.#places; place++) {
				wider.set(
					this.#counts.subarray(place * this.#room, (place + 1) * this.#room),
					place * this.#room * 2,
				);
			}
			this.#counts = wider;
			this.#room *= 2;
		}
		return number;
	}
}

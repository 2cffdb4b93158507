/** Thrown out of the evaluation of rows that takes too long; what is known of texts by then stays known. */
export class Overdue extends Error {
	override readonly name = 'Overdue';
}

/** How long the texts of some rows may be asked about in one go, milliseconds. */
const longest = 8;

let end = Number.POSITIVE_INFINITY;

/**
 * Does something that asks about texts, which is ended in between when it takes too long: a regular expression may take
 * 30 ms for a text of 400 characters, and a thousand rows may have such texts.
 * @throws Overdue
 */
export const inTime = <Result>(work: () => Result): Result => {
	end = performance.now() + longest;
	try {
		return work();
	} finally {
		end = Number.POSITIVE_INFINITY;
	}
};

/** To be called when a text has been asked about: so each time, there is one less to ask about the next time. */
export const endIfOverdue = (): void => {
	if (end !== Number.POSITIVE_INFINITY && performance.now() > end) {
		throw new Overdue();
	}
};

import type {Terminal} from './terminal.js';

/**
 * Returns the median time in which the program shows or closes its help, in ms. While the program does nothing else, this
 * measures the current speed of the machine.
 */
export async function keyTime(terminal: Terminal, rounds = 5): Promise<number> {
	const times: number[] = [];
	for (let round = 0; round < rounds; round++) {
		for (const shown of [/Keys .*close/, 'results found']) {
			const begin = performance.now();
			terminal.write('?');
			await terminal.waitFor(shown);
			times.push(performance.now() - begin);
		}
	}
	return times.toSorted((a, b) => a - b)[times.length / 2] ?? Number.NaN;
}

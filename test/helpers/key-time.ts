import type {Terminal} from './terminal.js';

/**
 * How long the program takes to show its help or to close it again, the usual time of several, milliseconds: where
 * nothing else is done it tells how fast the machine is just now.
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

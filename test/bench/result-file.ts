import {existsSync, readFileSync, writeFileSync} from 'node:fs';
import type {Figure} from './figure.js';
import type {Part} from './options.js';

/** The figures of each measured part, and the machine. */
export type Result = {
	readonly machine: string;
	readonly parts: Readonly<Partial<Record<Part, readonly Figure[]>>>;
};

/** Returns the figures of all parts, in order. */
export function allFigures({parts}: Result): readonly Figure[] {
	return Object.values(parts).flat();
}

/**
 * Reads a result file.
 * @throws if the file doesn't exist or isn't a result
 */
export function readResult(path: string): Result {
	const result: Result = JSON.parse(readFileSync(path, 'utf8'));
	if (typeof result !== 'object' || result === null || typeof result.parts !== 'object') {
		throw new Error(`${path}: not a result of the benchmark`);
	}
	return result;
}

/** Writes the result to the file. Keeps parts that are only in the file. */
export function keepResult(path: string, result: Result): void {
	const parts = {...(existsSync(path) ? readResult(path).parts : {}), ...result.parts};
	writeFileSync(path, `${JSON.stringify({...result, parts}, null, '\t')}\n`);
}

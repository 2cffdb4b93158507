import {existsSync, readFileSync, writeFileSync} from 'node:fs';
import type {Figure} from './figure.js';
import type {Part} from './options.js';

/** The figures of each part that was measured, and on what. */
export type Result = {
	readonly machine: string;
	readonly parts: Readonly<Partial<Record<Part, readonly Figure[]>>>;
};

/** All figures of a result, part by part. */
export function allFigures({parts}: Result): readonly Figure[] {
	return Object.values(parts).flat();
}

/** Throws when there is no such file, or it isn't a result. */
export function readResult(path: string): Result {
	const result: Result = JSON.parse(readFileSync(path, 'utf8'));
	if (typeof result !== 'object' || result === null || typeof result.parts !== 'object') {
		throw new Error(`${path}: not a result of the benchmark`);
	}
	return result;
}

/** Writes the result to the file. Parts that the file has and this result hasn't stay there. */
export function keepResult(path: string, result: Result): void {
	const parts = {...(existsSync(path) ? readResult(path).parts : {}), ...result.parts};
	writeFileSync(path, `${JSON.stringify({...result, parts}, null, '\t')}\n`);
}

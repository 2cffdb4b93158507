import {totalmem} from 'node:os';

/** Bytes of memory that the process may use: what the machine has, or what it was limited to. */
export const usableMemory = (): number => {
	const constrained = process.constrainedMemory();
	return constrained > 0 ? Math.min(constrained, totalmem()) : totalmem();
};

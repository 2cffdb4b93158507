import {batchRows} from '../../source/wasm/batch.js';
import type {Kernel} from '../../source/wasm/kernel.js';

/** Makes these numbers, of which the first is 0, the kernel's list for a field, which has none. */
export function list(kernel: Kernel, field: number, [, ...numbers]: readonly number[]): void {
	for (let first = 0; first < numbers.length; first += batchRows) {
		const some = numbers.slice(first, first + batchRows);
		kernel.batch.columns.ids.set(some);
		kernel.exports.listIds(field, some.length);
	}
}

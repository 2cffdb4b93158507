import {batchRows} from '../../source/wasm/batch.js';
import type {Kernel} from '../../source/wasm/kernel.js';

/** Fills the kernel's empty id list for `field`. The first number must be 0, which the kernel adds itself. */
export function list(kernel: Kernel, field: number, [, ...numbers]: readonly number[]): void {
	for (let first = 0; first < numbers.length; first += batchRows) {
		const some = numbers.slice(first, first + batchRows);
		kernel.batch.columns.ids.set(some);
		kernel.exports.listIds(field, some.length);
	}
}

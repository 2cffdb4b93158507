import type {instantiate} from '../../build/wasm/kernel.js';
import {UserError} from '../user-error.js';
import {type ExportsOf, readCode} from './web-assembly.js';

/** Exports of `assembly/index.ts`. */
export type Exports = ExportsOf<Awaited<ReturnType<typeof instantiate>>>;

const newExports = readCode('wasm/kernel.wasm', {
	blocks: {
		outOfMemory(): never {
			throw new UserError(
				'the entries need more memory than the system provides, or than WebAssembly allows (4 GiB): keep fewer with --max-entries',
			);
		},
	},
});

/** Creates an instance with its own memory. Its functions throw a `UserError` when memory is exhausted. */
export function newInstance(): Exports {
	return newExports() as Exports;
}

/** The first instance, from which constants common to all are read. The first `Kernel` uses it. */
export const firstInstance: Exports = newInstance();

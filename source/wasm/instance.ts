import type {instantiate} from '../../build/wasm/kernel.js';
import {UserError} from '../user-error.js';
import {type ExportsOf, readCode} from './web-assembly.js';

/** What `assembly/index.ts` exports: see there. */
export type Exports = ExportsOf<Awaited<ReturnType<typeof instantiate>>>;

const newExports = readCode(new URL('kernel.wasm', import.meta.url), {
	blocks: {
		outOfMemory(): never {
			throw new UserError(
				'the entries need more memory than the system gives, or than WebAssembly can have (4 GiB): hold fewer, with --max-entries',
			);
		},
	},
});

/** A new one, with a memory of its own. Its functions throw a `UserError` when there is no more memory. */
export function newInstance(): Exports {
	return newExports() as Exports;
}

/** The first one, from which is read what is the same in all. The first `Kernel` has it. */
export const firstInstance: Exports = newInstance();

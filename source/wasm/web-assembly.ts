import {readFileSync} from 'node:fs';
import {Failure} from '../failure.js';

/** What is used of it: the types of Node's own things don't have it. */
declare const WebAssembly: {
	readonly Module: new (code: Uint8Array) => object;
	readonly Instance: new (module: object, imports?: object) => {readonly exports: unknown};
};

/**
 * Reads the code that stands there. Each call of what it returns makes a new instance of it, and gives what that exports;
 * it throws a `Failure` where there is no room for its memory: V8 wants 10 GB of addresses for each, of which hardly any
 * are used, so that it needn't check them.
 */
export function readCode(place: URL, imports?: object): () => unknown {
	const code = new WebAssembly.Module(readFileSync(place));
	return () => {
		try {
			return new WebAssembly.Instance(code, imports).exports;
		} catch (error) {
			throw error instanceof RangeError
				? new Failure(
						'this process may not have the addresses that Node reserves, see ulimit -v: set NODE_OPTIONS=--disable-wasm-trap-handler, with which it needs 2 GB',
					)
				: error;
		}
	};
}

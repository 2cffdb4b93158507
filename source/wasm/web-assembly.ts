import {readFileSync} from 'node:fs';
import {UserError} from '../user-error.js';

/** What is used of it: the types of Node's own things don't have it. */
declare const WebAssembly: {
	readonly Module: new (code: Uint8Array) => object;
	readonly Instance: new (module: object, imports?: object) => {readonly exports: unknown};
};

/** Without the wrappers of `Wrapped`, true is 1 and false 0. */
type Raw<Value> = [Value] extends [boolean] ? number : Value;

/**
 * What compiled AssemblyScript exports, from what `asc --bindings raw` says of wrappers that it has made, too: these take
 * time, and aren't used. Addresses and lengths are in bytes; a u32 of 2^31 or more is negative, and a `>>> 0` away from what
 * it is.
 */
export type ExportsOf<Wrapped> = {readonly memory: {readonly buffer: ArrayBuffer}} & {
	readonly [Name in Exclude<keyof Wrapped, 'memory'>]: Wrapped[Name] extends (
		...args: infer Args
	) => infer Result
		? (...args: Args) => Raw<Result>
		: Wrapped[Name] extends {readonly value: infer Value}
			? {readonly value: Raw<Value>}
			: never;
};

/**
 * Reads the code that stands there. Each call of what it returns makes a new instance of it, and gives what that exports;
 * it throws a `UserError` where there is no room for its memory: V8 wants 10 GB of addresses for each, of which hardly any
 * are used, so that it needn't check them.
 */
export function readCode(place: URL, imports?: object): () => unknown {
	const code = new WebAssembly.Module(readFileSync(place));
	return () => {
		try {
			return new WebAssembly.Instance(code, imports).exports;
		} catch (error) {
			throw error instanceof RangeError
				? new UserError(
						'this process may not have the addresses that Node reserves, see ulimit -v: set NODE_OPTIONS=--disable-wasm-trap-handler, with which it needs 2 GB',
					)
				: error;
		}
	};
}

import {bytesOf, form} from '../start/parts.js';
import {UserError} from '../user-error.js';

/** The used part of the WebAssembly API, which Node's own types lack. */
declare const WebAssembly: {
	readonly Module: new (code: Uint8Array) => object;
	readonly Instance: new (module: object, imports?: object) => {readonly exports: unknown};
};

/** Type of a value without the wrappers of `Wrapped`: true is 1 and false is 0. */
type Raw<Value> = [Value] extends [boolean] ? number : Value;

/**
 * Exports of compiled AssemblyScript, derived from the types of the wrappers that `asc --bindings raw` generates. The wrappers
 * are slow and unused. Addresses and lengths are in bytes. A u32 of 2^31 or more arrives as a negative number; `>>> 0` corrects
 * it.
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
 * Reads the code in a part of the program: see `pathOf`. Returns a function that creates an instance and returns its exports.
 *
 * The function throws a `UserError` if the process lacks address space: V8 reserves 10 GB of addresses for each memory to avoid
 * bounds checks, but uses hardly any of them.
 */
export function readCode(part: string, imports?: object): () => unknown {
	const code = new WebAssembly.Module(bytesOf(part));
	return () => {
		try {
			return new WebAssembly.Instance(code, imports).exports;
		} catch (error) {
			throw error instanceof RangeError
				? new UserError(
						`not enough address space for WebAssembly, see ulimit -v: ${form === 'single file' ? 'raise the limit to 2 GB' : 'set NODE_OPTIONS=--disable-wasm-trap-handler, which needs only 2 GB'}`,
					)
				: error;
		}
	};
}

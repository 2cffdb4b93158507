import {readFileSync} from 'node:fs';

/** What is used of it: the types of Node's own things don't have it. */
declare const WebAssembly: {
	readonly Module: new (code: Uint8Array) => object;
	readonly Instance: new (module: object) => {readonly exports: unknown};
};

/** Reads the code that stands there. Each call of what it returns makes a new instance of it, and gives what that exports. */
export const readCode = (place: URL): (() => unknown) => {
	const code = new WebAssembly.Module(readFileSync(place));
	return () => new WebAssembly.Instance(code).exports;
};

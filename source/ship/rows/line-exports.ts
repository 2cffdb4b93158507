import {readFileSync} from 'node:fs';

export type Global = {readonly value: number};

/** What `assembly/index.ts` exports: addresses and lengths in bytes, other numbers are u32 unless said otherwise. */
export type Exports = {
	readonly memory: {readonly buffer: ArrayBuffer};
	readonly used: Global;
	readonly batchRows: Global;
	readonly inputSize: Global;
	readonly input: Global;
	readonly textStarts: Global;
	readonly textEnds: Global;
	/** Milliseconds since 1970, f64. */
	readonly times: Global;
	readonly offsets: Global;
	readonly statuses: Global;
	readonly formats: Global;
	readonly ids: Global;
	readonly pathEnds: Global;
	readonly tokenWords: Global;
	readonly output: Global;
	readonly scanned: Global;
	seed(a: number, b: number, c: number, d: number): void;
	clear(): void;
	openTable(): number;
	asciiEnd(from: number, to: number): number;
	scan(
		from: number,
		to: number,
		first: number,
		last: number,
		delta: number,
		offset: number,
		combined: number,
		common: number,
	): number;
	intern(table: number, starts: number, ends: number, count: number, delta: number): number;
	findPathEnds(first: number, count: number): void;
	writeTimes(first: number, count: number): number;
	writeOffsets(first: number, count: number, base: number): number;
	writeTokens(first: number, count: number, base: number): number;
	writeZones(first: number, count: number): number;
	writeStatuses(first: number, count: number): number;
	writeSizes(first: number, count: number): number;
	writeSizeNulls(first: number, count: number): number;
	writeTexts(field: number, first: number, count: number): number;
	writeTextNulls(field: number, first: number, count: number): number;
	writeLines(first: number, count: number): number;
};

/** What is used of it: the types of Node's own things don't have it. */
declare const WebAssembly: {
	readonly Module: new (code: Uint8Array) => object;
	readonly Instance: new (module: object) => {readonly exports: unknown};
};

/** A new one, with a memory of its own. Its code is read when it is first needed. */
export const newLines = (): Exports => {
	const code = new WebAssembly.Module(readFileSync(new URL('lines.wasm', import.meta.url)));
	return new WebAssembly.Instance(code).exports as Exports;
};

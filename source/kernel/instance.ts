import {readFileSync} from 'node:fs';
import type {Global, QuestionExports} from './question-exports.js';

/** What is used of it: the types of Node's own things don't have it. */
declare const WebAssembly: {
	readonly Module: new (code: Uint8Array) => object;
	readonly Instance: new (module: object) => {readonly exports: unknown};
};

/** What `assembly/index.ts` exports. Addresses and lengths are in bytes, numbers are u32 unless said otherwise. */
export type Exports = QuestionExports & {
	readonly memory: {readonly buffer: ArrayBuffer};
	/** Bytes in use for texts. */
	readonly used: Global;
	readonly batchRows: Global;
	readonly inputSize: Global;
	readonly input: Global;
	readonly textStarts: Global;
	readonly textEnds: Global;
	readonly times: Global;
	readonly sizes: Global;
	readonly offsets: Global;
	readonly zones: Global;
	readonly statuses: Global;
	readonly formats: Global;
	readonly ids: Global;
	readonly columnRows: Global;
	readonly column: Global;
	readonly narrowed: Global;
	/** What `extentOf…` finds: f64, and whether there is a NaN. */
	readonly smallest: Global;
	readonly largest: Global;
	readonly hasNaN: Global;
	extentOfReals(count: number): number;
	extentOfWholes(count: number): void;
	narrowReals(count: number, base: number, nan: number, bytes: number): void;
	narrowWholes(count: number, base: number, bytes: number): void;
	seed(a: number, b: number, c: number, d: number): void;
	clear(): void;
	openTable(): number;
	sizeOf(table: number): number;
	bytesOf(table: number): number;
	copyTexts(
		table: number,
		first: number,
		most: number,
		to: number,
		end: number,
		ends: number,
		before: number,
	): number;
	pagesOf(table: number): number;
	find(table: number, start: number, end: number): number;
	intern(table: number, starts: number, ends: number, count: number, delta: number): number;
	/** The address behind the lines that were scanned last. */
	readonly scanned: Global;
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
};

const code = new WebAssembly.Module(readFileSync(new URL('kernel.wasm', import.meta.url)));

/** A new one, with a memory of its own. */
export const newInstance = (): Exports => new WebAssembly.Instance(code).exports as Exports;

import type {BatchExports, Global} from '../../kernel/batch-exports.js';
import {readCode} from '../../kernel/web-assembly.js';

/** What `assembly/index.ts` exports: addresses and lengths in bytes, other numbers are u32 unless said otherwise. */
export type LineExports = BatchExports & {
	readonly pathEnds: Global;
	readonly tokenWords: Global;
	readonly output: Global;
	asciiEnd(from: number, to: number): number;
	findPathEnds(first: number, count: number): void;
	writeTimes(first: number, count: number): number;
	/** `base`, here and for tokens: f64. */
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

/** A new one, with a memory of its own. Its code is read when it is first needed. */
export const newLines = (): LineExports => readCode(new URL('lines.wasm', import.meta.url))() as LineExports;

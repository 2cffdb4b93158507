import {Failure} from '../failure.js';
import type {BatchExports, Global} from './batch-exports.js';
import type {QuestionExports} from './question-exports.js';
import {readCode} from './web-assembly.js';

/** What `assembly/index.ts` exports. Addresses and lengths are in bytes, numbers are u32 unless said otherwise. */
export type Exports = BatchExports &
	QuestionExports & {
		/** f64. */
		readonly sizes: Global;
		readonly zones: Global;
		readonly columnRows: Global;
		readonly column: Global;
		readonly narrowed: Global;
		/** What `extentOf…` finds: f64, and whether there is a NaN. */
		readonly smallest: Global;
		readonly largest: Global;
		readonly hasNaN: Global;
		extentOfReals(count: number): number;
		extentOfWholes(count: number): void;
		areMultiples(count: number, base: number, unit: number): number;
		narrowReals(count: number, base: number, unit: number, nan: number, bytes: number): void;
		narrowWholes(count: number, base: number, bytes: number): void;
		rising(newest: number, first: number, count: number): number;
		sameWords(at: number, count: number, number: number): number;
		sameReals(at: number, count: number, number: number): number;
		clearLists(): void;
		listIds(field: number, count: number): void;
		listed(field: number): number;
		listedAt(field: number, index: number): number;
		mapListed(field: number, base: number, count: number, bytes: number): void;
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
		/** Not 0 where so many bytes at two addresses are the same. */
		areSame(one: number, other: number, length: number): number;
	};

const newExports = readCode(new URL('kernel.wasm', import.meta.url), {
	blocks: {
		outOfMemory(): never {
			throw new Failure(
				'the entries need more memory than the system gives, or than WebAssembly can have (4 GiB): hold fewer, with --max-entries',
			);
		},
	},
});

/** A new one, with a memory of its own. Its functions throw a `Failure` when there is no more memory. */
export function newInstance(): Exports {
	return newExports() as Exports;
}

/** The first one, from which is read what is the same in all. The first `Kernel` has it. */
export const firstInstance: Exports = newInstance();

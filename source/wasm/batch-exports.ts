/** Addresses, which never change, and what is told of the last call. */
export type Global = {readonly value: number};

/**
 * What `batch.ts`, `lines.ts`, `texts.ts`, `intern.ts` and `hash.ts` of `assembly` export: see there. Addresses and lengths
 * are in bytes, numbers are u32 unless said otherwise.
 */
export type BatchExports = {
	readonly memory: {readonly buffer: ArrayBuffer};
	/** Bytes in use for texts. */
	readonly used: Global;
	readonly batchRows: Global;
	readonly inputSize: Global;
	readonly input: Global;
	readonly textCount: Global;
	readonly textStarts: Global;
	readonly textEnds: Global;
	/** Milliseconds since 1970, f64. */
	readonly times: Global;
	readonly offsets: Global;
	readonly statuses: Global;
	readonly formats: Global;
	readonly ids: Global;
	seed(a: number, b: number, c: number, d: number): void;
	clear(): void;
	openTable(): number;
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

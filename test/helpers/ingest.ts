import {EntryIndex} from '../../source/index/entry-index.js';
import type {IndexLimits} from '../../source/index/index-limits.js';
import type {BackfillWorker} from '../../source/reader/backfill-worker.js';
import {defaultSizes, type ReadSizes} from '../../source/reader/read-sizes.js';
import {decodeEntry} from '../../source/store/decode-entry.js';
import {Ingestion} from '../../source/store/ingestion.js';
import type {Entry} from '../../source/store/store.js';
import type {LogFile} from '../../source/tail/log-file.js';
import {knownRoutes} from './entry.js';

export type Ingest = {
	readonly ingestion: Ingestion;
	readonly index: EntryIndex;
	/** Returns the messages of the notices so far. */
	notices(): readonly string[];
	/** Returns all entries in memory, newest first. */
	entries(): readonly Entry[];
	/** Returns the number of `changed` calls so far. */
	changes(): number;
};

export type IngestOptions = {
	readonly sizes?: Partial<ReadSizes>;
	readonly backfill?: boolean;
	readonly cap?: number;
	readonly limits?: IndexLimits;
	/** The index to fill, instead of a new one with `limits`. */
	readonly index?: EntryIndex;
	readonly ahead?: number;
	readonly source?: string;
	readonly changed?: () => void;
	readonly failed?: (error: unknown) => void;
	readonly worker?: BackfillWorker;
	/** If false, no file is read until the test calls `ingestion.start`. */
	readonly start?: boolean;
};

/** Reads the files into an index, without a store and with any read sizes. */
export function ingest(files: readonly LogFile[], options: IngestOptions = {}): Ingest {
	const {sizes = {}, backfill = true, cap = Number.POSITIVE_INFINITY, source = '', start = true} = options;
	const index = options.index ?? new EntryIndex(options.limits);
	let changes = 0;
	const ingestion = new Ingestion({
		index,
		source,
		backfill,
		follow: true,
		cap,
		ahead: options.ahead,
		sizes: {...defaultSizes, ...sizes},
		worker: options.worker,
		changed: () => {
			changes++;
			options.changed?.();
		},
		failed:
			options.failed ??
			(error => {
				throw error;
			}),
	});
	for (const file of files) {
		ingestion.opened(file);
	}
	if (start) {
		ingestion.start(Promise.resolve());
	}
	return {
		ingestion,
		index,
		changes: () => changes,
		notices: () => ingestion.notices.all.map(({path, text}) => `${path}: ${text}`),
		entries: () =>
			index.older(undefined, 1_000_000).refs.map(ref => {
				const log = ingestion.log(ref.segment.file);
				const token = log?.key?.token(ref.segment.offset(ref.row)) ?? 'none';
				return decodeEntry(ref, log?.file.path ?? '', token, knownRoutes);
			}),
	};
}

/** Waits until nothing is left to read for now. */
export async function idle({ingestion}: Ingest): Promise<void> {
	// The ingestion starts in a later turn.
	await new Promise(resolve => setImmediate(resolve));
	await ingestion.idle();
}

/** Calls `ingest` and waits until nothing is left to read for now. */
export async function ingested(files: readonly LogFile[], options: IngestOptions = {}): Promise<Ingest> {
	const reading = ingest(files, options);
	await idle(reading);
	return reading;
}

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
	/** Texts of the notices so far. */
	notices(): readonly string[];
	/** All entries held, newest first. */
	entries(): readonly Entry[];
	/** How often something was said to have changed. */
	changes(): number;
};

export type IngestOptions = {
	readonly sizes?: Partial<ReadSizes>;
	readonly past?: boolean;
	readonly cap?: number;
	readonly limits?: IndexLimits;
	/** What they are brought into, in place of an index with those limits. */
	readonly index?: EntryIndex;
	readonly ahead?: number;
	readonly source?: string;
	readonly changed?: () => void;
	readonly failed?: (error: unknown) => void;
	readonly worker?: BackfillWorker;
	/** Opens nothing yet; `start` is the test's to call. */
	readonly start?: boolean;
};

/** Brings the files into an index of their own, without a store around it, and with sizes as wanted. */
export function ingest(files: readonly LogFile[], options: IngestOptions = {}): Ingest {
	const {sizes = {}, past = true, cap = Number.POSITIVE_INFINITY, source = '', start = true} = options;
	const index = options.index ?? new EntryIndex(options.limits);
	let changes = 0;
	const ingestion = new Ingestion({
		index,
		source,
		past,
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

/** Waits until there is nothing left to read for now. */
export async function idle({ingestion}: Ingest): Promise<void> {
	// It begins to work in a later turn.
	await new Promise(resolve => setImmediate(resolve));
	await ingestion.idle();
}

/** The same as `ingest`, once there is nothing left to read for now. */
export async function ingested(files: readonly LogFile[], options: IngestOptions = {}): Promise<Ingest> {
	const reading = ingest(files, options);
	await idle(reading);
	return reading;
}

import type {LogRecord} from '../checkpoints/checkpoint.js';
import type {Ledger} from './ledger.js';
import type {ShippedLog} from './shipped-log.js';

/** A log of which something was not shipped. */
export type MissingLog = {
	readonly record: LogRecord;
	/** Bytes that were known to be there; 0: nobody knows whether there were more. */
	readonly bytes: number;
};

/**
 * The logs that weren't shipped to their end when it ended last, and whose files are nowhere to be found, though others
 * have come in their place. Where nothing is at a path, a disk that isn't there yet may have it.
 */
export const missingLogs = (ledger: Ledger, logs: readonly ShippedLog[]): readonly MissingLog[] => {
	const {records, unclaimed} = ledger;
	const replaced = new Set(records.filter(record => !unclaimed.includes(record)).map(({path}) => path));
	const unknown = new Set(
		logs.filter(({name, file}) => name === undefined && file.size > 0).map(({file}) => file.path),
	);
	return unclaimed
		.filter(({path, isDone}) => !isDone && replaced.has(path) && !unknown.has(path))
		.map(record => ({record, bytes: Math.max(0, record.size - record.place.offset)}));
};

import type {Plan, PlannedRange} from '../checkpoints/checkpoint.js';
import {type Batch, BatchBuilder, type BatchLimits} from '../delivery/batch.js';
import type {ShippedLog} from './shipped-log.js';

/** Input for repeating a batch. */
type RepeatOptions = {
	readonly source: string;
	readonly limits: BatchLimits;
	/** Returns the shipped log of a range, if its file exists. */
	readonly logOf: (range: PlannedRange) => ShippedLog | undefined;
	/** Waits after a failed read. Resolves with true for another attempt. */
	readonly again: (log: ShippedLog) => Promise<boolean>;
	/** Called for a range that is given up. */
	readonly abandon: (range: PlannedRange, log: ShippedLog | undefined) => void;
};

/**
 * Repeats the batch that was planned before a crash, from the files that still exist. It keeps the token, so the store accepts it
 * only if it didn't receive it before. If a file has different bytes by now, the batch gets a new token.
 */
export async function repeatPlan(plan: Plan, options: RepeatOptions): Promise<Batch> {
	const builder = new BatchBuilder(options.source, options.limits);
	for (const range of plan.ranges) {
		const log = options.logOf(range);
		let chunks = await log?.planned(range);
		while (log !== undefined && chunks === undefined && (await options.again(log))) {
			chunks = await log.planned(range);
		}
		if (chunks === undefined) {
			options.abandon(range, log);
		}
		for (const chunk of chunks ?? []) {
			builder.add(range, chunk);
		}
	}
	const batch = builder.build();
	const isSame = batch.plan.ranges.every(({fingerprint, ordinal, sum}) =>
		plan.ranges.some(
			range => range.fingerprint === fingerprint && range.ordinal === ordinal && range.sum === sum,
		),
	);
	return isSame ? {...batch, plan: {...batch.plan, token: plan.token}} : batch;
}

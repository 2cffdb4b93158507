import type {Plan, PlannedRange} from '../checkpoints/checkpoint.js';
import {type Batch, BatchBuilder, type BatchLimits} from '../delivery/batch.js';
import type {ShippedLog} from './shipped-log.js';

/** What a batch is made again from. */
type RepeatOptions = {
	readonly source: string;
	readonly limits: BatchLimits;
	/** Who ships the log of a range, if its file is there. */
	readonly logOf: (range: PlannedRange) => ShippedLog | undefined;
	/** Waits where a file can't be read. Resolves with whether to try once more. */
	readonly again: (log: ShippedLog) => Promise<boolean>;
	/** Told of a range that is given up. */
	readonly missing: (range: PlannedRange, log: ShippedLog | undefined) => void;
};

/**
 * Makes the batch again that was planned before a crash, of what is still there. It has the same token, so that the store
 * takes it only if it hasn't before; but not where what stands in a file is another text by now.
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
			options.missing(range, log);
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

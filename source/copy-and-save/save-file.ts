import {setImmediate as nextTurn} from 'node:timers/promises';
import {errorMessage} from '../error-message.js';
import type {TimeFormatter} from '../format/time-formatter.js';
import type {PrintForm} from '../output/forms.js';
import {Inputs} from '../output/inputs.js';
import {FileExists, OutputFile} from '../output/output-file.js';
import {print} from '../output/print.js';
import {Sink} from '../output/sink.js';
import {isByCost, type Order} from '../query/order.js';
import type {Query} from '../query/query.js';
import type {Store} from '../store/store.js';

/** The requests to save, and the target. */
export type SaveJob = {
	/** The path as the user wrote it. Its extension selects the form, see `Saver.problemWith`. */
	readonly path: string;
	/** True replaces an existing file. */
	readonly overwrite: boolean;
	readonly store: Store;
	readonly query: Query;
	readonly order: Order;
	readonly formatTime: TimeFormatter;
	/** Cancels the job. No file is left then. */
	readonly signal: AbortSignal;
	/** Called with the progress; null while the log is still being read. */
	readonly progressed: (progress: {readonly saved: number; readonly of: number} | null) => void;
};

/** Result of a job. */
export type Saved =
	/** `missed`: number of lines that can no longer be read. */
	| {readonly how: 'saved'; readonly requests: number; readonly missed: number}
	/** A file of that name exists. It isn't changed. */
	| {readonly how: 'exists'}
	| {readonly how: 'cancelled'}
	| {readonly how: 'failed'; readonly problem: string};

/** Number of entries written at a time. They take a few milliseconds; keys are handled in between. */
const pageSize = 200;

/** The same in an order by cost, in which each page reads the costs of all entries. */
const costPageSize = 2000;

/**
 * Saves requests in a file. Never rejects.
 * @param paths - input files, which are never replaced
 */
export async function saveFile(job: SaveJob, form: PrintForm, paths: readonly string[]): Promise<Saved> {
	const {path, overwrite, store, query, order, formatTime, signal, progressed} = job;
	let missed = 0;
	let file: OutputFile | undefined;
	try {
		const inputs = await Inputs.of(paths);
		file = await OutputFile.create(path, {
			overwrite,
			advice: 'choose another name',
			isInput: stats => inputs.has(stats),
		});
		progressed(null);
		await store.settled(signal);
		const {n} = await store.count(query, signal);
		const requests = await print({
			store,
			query,
			order,
			form,
			sink: new Sink(file.stream, path),
			formatTime,
			toTerminal: false,
			limit: undefined,
			signal,
			pageSize: isByCost(order) ? costPageSize : pageSize,
			async progressed(saved) {
				progressed({saved, of: n});
				await nextTurn();
			},
			missed(lines) {
				missed += lines;
			},
		});
		await file.finish();
		signal.throwIfAborted();
		await file.publish();
		return {how: 'saved', requests, missed};
	} catch (error) {
		if (signal.aborted) {
			return {how: 'cancelled'};
		}
		if (error instanceof FileExists) {
			return {how: 'exists'};
		}
		return {how: 'failed', problem: errorMessage(error)};
	} finally {
		await file?.discard();
	}
}

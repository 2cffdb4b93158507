import {setImmediate as nextTurn} from 'node:timers/promises';
import {errorMessage} from '../error-message.js';
import type {TimeFormatter} from '../format/time-formatter.js';
import type {PrintForm} from '../output/entry-printer.js';
import {Inputs} from '../output/inputs.js';
import {FileExists, OutputFile} from '../output/output-file.js';
import {print} from '../output/print.js';
import {Sink} from '../output/sink.js';
import type {Query} from '../query/query.js';
import type {Store} from '../store/store.js';

/** What is saved, and where to. */
export type SaveJob = {
	/** As it was written; its ending says the form, see `Saver.problemWith`. */
	readonly path: string;
	/** Whether a file of that name is replaced. */
	readonly overwrite: boolean;
	readonly store: Store;
	readonly query: Query;
	readonly formatTime: TimeFormatter;
	/** Ends it: nothing is left behind then. */
	readonly signal: AbortSignal;
	/** Told how many requests are saved, of how many; null while the log is still being read. */
	readonly told: (progress: {readonly saved: number; readonly of: number} | null) => void;
};

/** How it went. */
export type Saved =
	/** `missed`: lines that can no longer be read. */
	| {readonly how: 'saved'; readonly requests: number; readonly missed: number}
	/** There is a file of that name, which isn't touched. */
	| {readonly how: 'exists'}
	| {readonly how: 'cancelled'}
	| {readonly how: 'failed'; readonly problem: string};

/** Entries written at a time, in a few milliseconds: keys are answered in between. */
const pageSize = 200;

/**
 * Saves requests in a file. Never rejects.
 * @param paths - what is read: none of it is ever replaced
 */
export async function saveFile(job: SaveJob, form: PrintForm, paths: readonly string[]): Promise<Saved> {
	const {path, overwrite, store, query, formatTime, signal, told} = job;
	let missed = 0;
	let file: OutputFile | undefined;
	try {
		const inputs = await Inputs.of(paths);
		file = await OutputFile.create(path, {
			overwrite,
			advice: 'choose another name',
			isInput: stats => inputs.has(stats),
		});
		told(null);
		await store.settled(signal);
		const {n} = await store.count(query, signal);
		const requests = await print({
			store,
			query,
			form,
			sink: new Sink(file.stream, path),
			formatTime,
			toTerminal: false,
			limit: undefined,
			signal,
			pageSize,
			async told(saved) {
				told({saved, of: n});
				await nextTurn();
			},
			missed(lines) {
				missed += lines;
			},
		});
		await file.finish();
		signal.throwIfAborted();
		await file.place();
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

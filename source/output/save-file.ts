import {setImmediate as nextTurn} from 'node:timers/promises';
import {problemOf} from '../problem-of.js';
import type {Saved, SaveJob} from '../view/copy-and-save/saver.js';
import type {PrintForm} from './entry-printer.js';
import {Inputs} from './inputs.js';
import {FileExists, OutputFile} from './output-file.js';
import {print} from './print.js';
import {Sink} from './sink.js';

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
		return {how: 'failed', problem: problemOf(error)};
	} finally {
		await file?.discard();
	}
}

import {homedir} from 'node:os';
import {join} from 'node:path';
import {setImmediate as nextTurn} from 'node:timers/promises';
import {Failure} from './failure.js';
import {Inputs} from './output/inputs.js';
import {FileExists, OutputFile} from './output/output-file.js';
import {print} from './output/print.js';
import type {PrintForm} from './output/print-form.js';
import {Sink} from './output/sink.js';
import type {Saved, SaveJob, Saver} from './view/handoff/saver.js';

/** Entries written at a time, in a few milliseconds: keys are answered in between. */
const pageSize = 200;

const forms: ReadonlyMap<string, PrintForm> = new Map([
	['.csv', 'csv'],
	['.jsonl', 'json'],
	['.log', 'raw'],
	['.txt', 'text'],
	['.ndjson', 'json'],
	['.json', 'json'],
]);

/** What saves what is on the screen. */
export type FileSaver = Saver & {
	/** Gives up what isn't saved yet; resolves when nothing of it is left. */
	close(): Promise<void>;
};

/** @param paths - what is read: none of it is ever replaced */
export const fileSaver = (paths: readonly string[], home: string = homedir()): FileSaver => {
	const closing = new AbortController();
	const running = new Set<Promise<Saved>>();
	return {
		endings: ['.csv', '.jsonl', '.log', '.txt'],
		problemWith: path =>
			formOf(path) === undefined
				? 'the name must end in .csv, .jsonl, .log (lines as logged) or .txt (the listing)'
				: null,
		save(job) {
			const signal = AbortSignal.any([job.signal, closing.signal]);
			const saving = save({...job, path: inHome(job.path, home), signal}, paths);
			running.add(saving);
			void saving.finally(() => running.delete(saving));
			return saving;
		},
		async close() {
			closing.abort();
			await Promise.all(running);
		},
	};
};

const formOf = (path: string): PrintForm | undefined => {
	const [ending = ''] = /\.[a-z]+$/i.exec(path) ?? [];
	return forms.get(ending.toLowerCase());
};

/** As a shell would have it. */
const inHome = (path: string, home: string): string =>
	path.startsWith('~/') ? join(home, path.slice(2)) : path;

const save = async (job: SaveJob, paths: readonly string[]): Promise<Saved> => {
	const {path, overwrite, store, query, formatTime, signal, told} = job;
	const form = formOf(path) ?? 'csv';
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
		if (error instanceof Failure) {
			return {how: 'failed', problem: error.message};
		}
		return {how: 'failed', problem: error instanceof Error ? error.message : String(error)};
	} finally {
		await file?.discard();
	}
};

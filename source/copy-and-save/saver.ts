import {homedir} from 'node:os';
import {join} from 'node:path';
import type {PrintForm} from '../output/entry-printer.js';
import type {Saved, SaveJob} from './save-file.js';

/** What saves requests in files. */
export type Saver = {
	/** Endings of names, each for a form. The first is offered. */
	readonly endings: readonly string[];
	/** What is wrong with a name, for reading; null when nothing is. */
	problemWith(path: string): string | null;
	/** Never rejects. */
	save(job: SaveJob): Promise<Saved>;
};

const forms: ReadonlyMap<string, PrintForm> = new Map([
	['.csv', 'csv'],
	['.jsonl', 'json'],
	['.log', 'raw'],
	['.txt', 'text'],
	['.ndjson', 'json'],
	['.json', 'json'],
]);

/** What saves what is on the screen. */
type FileSaver = Saver & {
	/** Gives up what isn't saved yet; resolves when nothing of it is left. */
	close(): Promise<void>;
};

/** @param paths - what is read: none of it is ever replaced */
export function fileSaver(paths: readonly string[], home: string = homedir()): FileSaver {
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
			const form = formOf(job.path) ?? 'csv';
			const saving = save({...job, path: inHome(job.path, home), signal}, form, paths);
			running.add(saving);
			void saving.finally(() => running.delete(saving));
			return saving;
		},
		async close() {
			closing.abort();
			await Promise.all(running);
		},
	};
}

function formOf(path: string): PrintForm | undefined {
	const [ending = ''] = /\.[a-z]+$/i.exec(path) ?? [];
	return forms.get(ending.toLowerCase());
}

/** As a shell would have it. */
function inHome(path: string, home: string): string {
	return path.startsWith('~/') ? join(home, path.slice(2)) : path;
}

/** What writes files is loaded when one is saved: the first screen doesn't wait for it. */
async function save(job: SaveJob, form: PrintForm, paths: readonly string[]): Promise<Saved> {
	const {saveFile} = await import('./save-file.js');
	return saveFile(job, form, paths);
}

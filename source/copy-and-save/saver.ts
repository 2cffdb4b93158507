import {join} from 'node:path';
import {forms, type PrintForm, printForms} from '../output/forms.js';
import {homeFolder} from '../user-files/home-folder.js';
import type {Saved, SaveJob} from './save-file.js';

/** Saves requests in files. */
export type Saver = {
	/** File extensions, one for each form. The first is the default. */
	readonly endings: readonly string[];
	/** Returns the problem with a file name, for a message, or null. */
	problemWith(path: string): string | null;
	/** Never rejects. */
	save(job: SaveJob): Promise<Saved>;
};

/** The forms that files are saved in, by their suggested extension. */
const saved = printForms
	.map(form => forms[form])
	.flatMap(({extensions: [ending], extensionHint: hint}) => (ending === undefined ? [] : [{ending, hint}]))
	.sort((one, other) => (one.ending < other.ending ? -1 : 1));

/** A `Saver` that can be closed. */
type FileSaver = Saver & {
	/** Cancels all jobs. Resolves when their temporary files are removed. */
	close(): Promise<void>;
};

/** @param paths - input files, which are never replaced */
export function fileSaver(paths: readonly string[], home: string = homeFolder()): FileSaver {
	const closing = new AbortController();
	const running = new Set<Promise<Saved>>();
	return {
		endings: saved.map(({ending}) => ending),
		problemWith: path => (formOf(path) === undefined ? `the name must end in ${endingsText()}` : null),
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

function endingsText(): string {
	const texts = saved.map(({ending, hint}) => (hint === undefined ? ending : `${ending} (${hint})`));
	return `${texts.slice(0, -1).join(', ')} or ${texts.at(-1)}`;
}

function formOf(path: string): PrintForm | undefined {
	const [ending = ''] = /\.[a-z]+$/i.exec(path) ?? [];
	return printForms.find(form => forms[form].extensions.includes(ending.toLowerCase()));
}

/** Expands `~/` as a shell does. */
function inHome(path: string, home: string): string {
	return path.startsWith('~/') ? join(home, path.slice(2)) : path;
}

/** Loads the code that writes files at the first save: it doesn't delay the first screen. */
async function save(job: SaveJob, form: PrintForm, paths: readonly string[]): Promise<Saved> {
	const {saveFile} = await import('./save-file.js');
	return saveFile(job, form, paths);
}

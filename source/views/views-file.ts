import {readFile, stat} from 'node:fs/promises';
import {errnoWords, isMissing} from '../bytes/errno-words.js';
import type {View, Views} from '../view/views/views.js';
import {writeOwnFile} from '../write-own-file.js';
import {readViews, withView} from './read-views.js';
import {ViewsError} from './views-error.js';

/** What is larger than this is something else. */
const largestFile = 4 << 20;

/** So often what another program has written meanwhile is taken in before it is given up. */
const mostTries = 10;

/**
 * Views in a file, for the user alone. Each change is made to what is in the file then, since other programs change it,
 * too; one that can't be read is left as it is.
 * @param path - null: the system has no place for it
 */
export const viewsFile = (path: string | null): Views => {
	// One change after the other.
	let last: Promise<unknown> = Promise.resolve();
	const change = (make: (views: ReadonlyMap<string, View>, text: string) => string | null) => {
		const changed = last.then(() => rewrite(placeOf(path), make));
		last = changed.catch(() => {});
		return changed;
	};
	return {
		async read() {
			return path === null ? new Map() : readViews(await readText(path), path);
		},
		async save(name, view, mayReplace) {
			const isSaved = await change((views, text) =>
				views.has(name) && !mayReplace ? null : withView(text, name, view),
			);
			return isSaved ? 'saved' : 'exists';
		},
		forget: name => change((views, text) => (views.has(name) ? withView(text, name, null) : null)),
	};
};

const placeOf = (path: string | null): string => {
	if (path === null) {
		throw new ViewsError('there is no place for views: HOME is not set');
	}
	return path;
};

/** Makes a change to a file; false when there is nothing to change. */
const rewrite = async (
	path: string,
	make: (views: ReadonlyMap<string, View>, text: string) => string | null,
): Promise<boolean> => {
	for (let tries = 0; tries < mostTries; tries++) {
		const text = await readText(path);
		const next = make(readViews(text, path), text);
		if (next === null) {
			return false;
		}
		if ((await readText(path)) === text) {
			await write(path, next);
			return true;
		}
	}
	throw new ViewsError(`${path}: other programs are writing it all the time: try again`);
};

const write = async (path: string, text: string): Promise<void> => {
	try {
		await writeOwnFile(path, text);
	} catch (error) {
		throw new ViewsError(`${path} can't be written: ${errnoWords(error)}`, {cause: error});
	}
};

/** The text of the file; empty where there is none. */
const readText = async (path: string): Promise<string> => {
	try {
		const stats = await stat(path);
		// A named pipe would be waited for.
		if (!stats.isFile()) {
			throw new ViewsError(`${path}, where views are kept, is no file: move it away`);
		}
		if (stats.size > largestFile) {
			throw new ViewsError(`${path} is larger than 4 MiB, which no file of views is: move it away`);
		}
		return await readFile(path, 'utf8');
	} catch (error) {
		if (error instanceof ViewsError) {
			throw error;
		}
		if (isMissing(error)) {
			return '';
		}
		throw new ViewsError(`${path} can't be read: ${errnoWords(error)}`, {cause: error});
	}
};

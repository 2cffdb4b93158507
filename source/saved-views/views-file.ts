import {realpath} from 'node:fs/promises';
import {errnoWords} from '../tail/files/errno-words.js';
import {locked} from '../user-files/lock.js';
import {readUserFile, type UserText, writeUserFile} from '../user-files/user-file.js';
import {refuseForeign} from '../user-files/user-folder.js';
import {readViews, ViewsError, withView} from './read-views.js';
import type {View, Views} from './views.js';

/** Maximum size of the file, in bytes. A larger file isn't ours. */
const maxFileSize = 4 << 20;

/**
 * Views in a file that only the user can read. Each change reads the file first, because other programs change it, too. An
 * invalid file isn't changed.
 * @param path - null if the system has no directory for it
 */
export function viewsFile(path: string | null): Views {
	// Changes run in sequence.
	let last: Promise<unknown> = Promise.resolve();
	const change = (make: (views: ReadonlyMap<string, View>, text: string) => string | null) => {
		const changed = last.then(() => rewrite(knownPath(path), make));
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
}

function knownPath(path: string | null): string {
	if (path === null) {
		throw new ViewsError('views can’t be stored: HOME is not set');
	}
	return path;
}

/** Changes a file under a lock. Resolves with false if no change is needed. */
async function rewrite(
	path: string,
	make: (views: ReadonlyMap<string, View>, text: string) => string | null,
): Promise<boolean> {
	const changed = async (): Promise<string | null> => {
		const text = await readText(path);
		return make(readViews(text, path), text);
	};
	// Without a change, neither the directory nor the lock is created.
	if ((await changed()) === null) {
		return false;
	}
	try {
		refuseForeign(path);
		const file = await behindLink(path);
		return await locked(file, async () => {
			const next = await changed();
			return next !== null && (await writeUserFile(file, next));
		});
	} catch (error) {
		throw error instanceof ViewsError
			? error
			: new ViewsError(`${path} can't be written: ${errnoWords(error)}`, {cause: error});
	}
}

/** Resolves a symbolic link: some users keep all their settings in one directory and link to them. */
function behindLink(path: string): Promise<string> {
	return realpath(path).catch(() => path);
}

/** Reads the file; empty if it doesn't exist. */
async function readText(path: string): Promise<string> {
	const read = await readOwn(path).catch((error: unknown) => {
		throw new ViewsError(`${path} can't be read: ${errnoWords(error)}`, {cause: error});
	});
	if ('text' in read) {
		return read.text;
	}
	throw new ViewsError(
		read.unread === 'no file'
			? `${path}, the file of views, isn’t a regular file: move it away`
			: `${path} is larger than 4 MiB, too large for views: move it away`,
	);
}

async function readOwn(path: string): Promise<UserText> {
	const read = await readUserFile(await behindLink(path), maxFileSize);
	if (!('text' in read) || read.text !== '') {
		refuseForeign(path);
	}
	return read;
}

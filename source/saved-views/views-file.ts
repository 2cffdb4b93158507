import {realpath} from 'node:fs/promises';
import {errnoWords} from '../tail/files/errno-words.js';
import {locked} from '../user-files/lock.js';
import {readUserFile, writeUserFile} from '../user-files/user-file.js';
import {refuseForeign} from '../user-files/user-folder.js';
import {readViews, ViewsError, withView} from './read-views.js';
import type {View, Views} from './views.js';

/** What is larger than this is something else. */
const largestFile = 4 << 20;

/**
 * Views in a file, for the user alone. Each change is made to what is in the file then, since other programs change it,
 * too; one that can't be read is left as it is.
 * @param path - null: the system has no place for it
 */
export function viewsFile(path: string | null): Views {
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
}

function placeOf(path: string | null): string {
	if (path === null) {
		throw new ViewsError('there is no place for views: HOME is not set');
	}
	return path;
}

/** Makes a change to a file, while no other program does; false when there is nothing to change. */
async function rewrite(
	path: string,
	make: (views: ReadonlyMap<string, View>, text: string) => string | null,
): Promise<boolean> {
	const changed = async (): Promise<string | null> => {
		const text = await readText(path);
		return make(readViews(text, path), text);
	};
	// Where there is nothing to change, nothing is made: no folder, and no lock in it.
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

/** The file that a link leads to: some users keep all their settings in one folder and link to them. */
function behindLink(path: string): Promise<string> {
	return realpath(path).catch(() => path);
}

/** The text of the file; empty where there is none. */
async function readText(path: string): Promise<string> {
	const read = await readUserFile(await behindLink(path), largestFile).catch((error: unknown) => {
		throw new ViewsError(`${path} can't be read: ${errnoWords(error)}`, {cause: error});
	});
	if ('text' in read) {
		return read.text;
	}
	throw new ViewsError(
		read.unread === 'no file'
			? `${path}, where views are kept, is no file: move it away`
			: `${path} is larger than 4 MiB, which no file of views is: move it away`,
	);
}

import {cutMiddle, endWithin, fitWidth, graphemes, terminalWidth, unitsPerColumn} from './fit-width.js';
import {sanitise} from './sanitise.js';

/**
 * Brings a sanitised path to at most `width` columns. What is cut is its start, at a slash where that leaves the
 * name of the file whole: the end of a path tells more than its beginning.
 */
export function cutPath(path: string, width: number): string {
	if (path.length <= unitsPerColumn * width && terminalWidth(path) <= width) {
		return path;
	}

	const near = path.slice(-unitsPerColumn * Math.max(1, width));
	for (let at = near.indexOf('/'); at !== -1; at = near.indexOf('/', at + 1)) {
		const end = near.slice(at);
		if (end !== '/' && terminalWidth(end) < width) {
			return `…${end}`;
		}
	}

	let kept = '';
	let left = width - 1;
	for (const grapheme of [...graphemes(near)].reverse()) {
		left -= terminalWidth(grapheme);
		if (left < 0) {
			break;
		}

		kept = grapheme + kept;
	}

	return width < 1 ? '' : `…${kept}`;
}

/** What several paths have in common, where it takes their directories to tell them apart. */
export type PathsApart = {
	/** The directory that all of them are in, sanitised; empty where their first directories differ. */
	readonly directory: string;
	/** Whether their files have one name. */
	readonly isOneName: boolean;
};

/** Undefined where no name occurs twice, so that names tell the files apart. */
export function pathsApart(paths: readonly string[]): PathsApart | undefined {
	const [first = '', ...others] = paths;
	const names = new Set(paths.map(path => path.slice(path.lastIndexOf('/') + 1)));
	if (names.size === paths.length) {
		return undefined;
	}

	let end = first.lastIndexOf('/') + 1;
	while (end > 0 && others.some(path => !path.startsWith(first.slice(0, end)))) {
		end = end === 1 ? 0 : first.lastIndexOf('/', end - 2) + 1;
	}

	return {directory: sanitise(first.slice(0, end)), isOneName: names.size === 1};
}

/**
 * The same for one of several paths. What is cut is the directory of all, and then of the name what others have, too:
 * its end where all have that name, else its middle, as rotated files are told apart by their ends.
 */
export function cutPathApart(path: string, width: number, apart: PathsApart | undefined): string {
	if (apart === undefined || !path.startsWith(apart.directory) || terminalWidth(path) <= width) {
		return cutPath(path, width);
	}

	const own = apart.directory.length > 1 ? `…${path.slice(apart.directory.length - 1)}` : path;
	const directory = own.slice(0, own.lastIndexOf('/') + 1);
	const room = width - terminalWidth(directory);
	if (apart.isOneName || room < 2) {
		return fitWidth(own, width).trimEnd();
	}

	const name = own.slice(directory.length);
	const isShort = room < leastForMiddle && terminalWidth(name) > room;
	return directory + (isShort ? `…${endWithin(name, room - 1)}` : cutMiddle(name, room));
}

/** In fewer columns, `cutMiddle` leaves no end. */
const leastForMiddle = 9;

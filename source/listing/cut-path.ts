import {fitWidth, unitsPerColumn} from './fit-width.js';
import {graphemes, terminalWidth} from './terminal-width.js';

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

/** The directory that all of several paths are in, where they end alike as well: what tells them apart is between. */
export function directoryOfAll(paths: readonly string[]): string {
	const [first = '', ...others] = paths;
	const nameOf = (path: string): string => path.slice(path.lastIndexOf('/'));
	if (others.length === 0 || others.some(path => nameOf(path) !== nameOf(first))) {
		return '';
	}

	let end = first.lastIndexOf('/') + 1;
	while (end > 0 && others.some(path => !path.startsWith(first.slice(0, end)))) {
		end = end === 1 ? 0 : first.lastIndexOf('/', end - 2) + 1;
	}

	return first.slice(0, end);
}

/** The same for one of several paths: what is cut is the directory of all, and then the name that all have. */
export function cutPathApart(path: string, width: number, directory: string): string {
	const own = `…${path.slice(Math.max(0, directory.length - 1))}`;
	return directory === '' || !path.startsWith(directory) || terminalWidth(path) <= width
		? cutPath(path, width)
		: fitWidth(own, width).trimEnd();
}

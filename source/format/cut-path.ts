import {cutMiddle, endWithin, fitWidth, graphemes, terminalWidth, unitsPerColumn} from './fit-width.js';
import {sanitise} from './sanitise.js';

/**
 * Truncates a sanitised path to `width` columns. Cuts the start, at a slash if the file name fits: the end of a path is more
 * specific.
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

/** The common part of several paths that don't all have different file names. */
export type CommonPath = {
	/** The common directory, sanitised; empty if the first directories differ. */
	readonly directory: string;
	/** True if all files have the same name. */
	readonly isOneName: boolean;
};

/** Returns the common part of paths; undefined if their names are unique. */
export function commonPathOf(paths: readonly string[]): CommonPath | undefined {
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
 * Truncates a path of several to `width` columns. Cuts the common directory first, then the name: at its end if all files have
 * the same name, otherwise in its middle, because the names of rotated files differ in their ends.
 */
export function cutPathApart(path: string, width: number, apart: CommonPath | undefined): string {
	if (apart === undefined || !path.startsWith(apart.directory) || terminalWidth(path) <= width) {
		return cutPath(path, width);
	}
	const own = apart.directory.length > 1 ? `…${path.slice(apart.directory.length - 1)}` : path;
	const directory = own.slice(0, own.lastIndexOf('/') + 1);
	const nameWidth = width - terminalWidth(directory);
	if (apart.isOneName || nameWidth < 2) {
		return fitWidth(own, width).trimEnd();
	}
	const name = own.slice(directory.length);
	const isShort = nameWidth < minWidthForMiddle && terminalWidth(name) > nameWidth;
	return directory + (isShort ? `…${endWithin(name, nameWidth - 1)}` : cutMiddle(name, nameWidth));
}

/** Minimum width for `cutMiddle` to keep an end. */
const minWidthForMiddle = 9;

import {unitsPerColumn} from './fit-width.js';
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

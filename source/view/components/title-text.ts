import {pathName} from '../../listing/path-name.js';
import {terminalWidth} from '../../listing/terminal-width.js';

/** Names what is watched in at most `width` columns: as many as fit whole, and how many there are besides. */
export function titleText(watched: readonly string[], width: number): string {
	let fitting: string | undefined;
	let names = '';
	for (const [index, path] of watched.entries()) {
		names += (index > 0 ? ', ' : '') + pathName(path, width);
		if (terminalWidth(names) > width) {
			break;
		}

		const text = names + andMore(watched.length - index - 1);
		if (terminalWidth(text) <= width) {
			fitting = text;
		}
	}

	const rest = andMore(watched.length - 1);
	return fitting ?? pathName(watched[0] ?? '', width - rest.length) + rest;
}

function andMore(n: number): string {
	return n > 0 ? ` and ${n} more` : '';
}

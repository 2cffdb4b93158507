import {fitWidth, terminalWidth} from '../../format/fit-width.js';
import {sanitise} from '../../format/sanitise.js';
import {keysOf} from '../../keys/key-bindings.js';
import {keyed} from '../../keys/keyed.js';

/** What stands on the line while nothing is searched for. */
export function searchLabel(): string {
	return keyed`${'search'} search` ?? '';
}

const offered = '   search again: ';

/** Offers the last search as a question with the keys that take and dismiss it; empty without a search or room for it. */
export function offerText(search: string, width: number): string {
	const key = keysOf('lastSearch') ?? ':last-search';
	const dismissal = keyed`${'close'} no`;
	const after = `?  (${key} yes${dismissal ? `  ${dismissal}` : ''})`;
	const room = width - searchLabel().length - offered.length - after.length;
	const text = sanitise(search);
	const isCut = terminalWidth(text) > room;
	return search === '' || room < 4 ? '' : offered + (isCut ? fitWidth(text, room) : text) + after;
}

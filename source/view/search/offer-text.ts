import {fitWidth} from '../../listing/fit-width.js';
import {sanitise} from '../../listing/sanitise.js';
import {terminalWidth} from '../../listing/terminal-width.js';
import {keyed} from '../keys/keyed.js';
import {keysOf} from '../keys/keys-in-force.js';

/** What stands on the line while nothing is searched for. */
export const searchLabel = (): string => keyed`${'search'} search` ?? '';

const offered = '   last search here: ';

/** What is said of a search that is offered, behind what stands there anyway; empty when there is none, or no room. */
export function offerText(search: string, width: number): string {
	const key = keysOf('lastSearch') ?? ':last-search';
	const after = `  (${key} takes it)`;
	const room = width - searchLabel().length - offered.length - after.length;
	const text = sanitise(search);
	const isCut = terminalWidth(text) > room;
	return search === '' || room < 4 ? '' : offered + (isCut ? fitWidth(text, room) : text) + after;
}

import {fitWidth} from '../../listing/fit-width.js';
import {sanitise} from '../../listing/sanitise.js';
import {terminalWidth} from '../../listing/terminal-width.js';
import {keysOf} from '../keys/keys-in-force.js';

/** What stands before it on the line. */
const before = '/ search   last search here: ';

/** What is said of a search that is offered, behind what stands there anyway; empty when there is none, or no room. */
export function offerText(search: string, width: number): string {
	const key = keysOf('lastSearch') ?? ':last-search';
	const after = `  (${key} takes it)`;
	const room = width - before.length - after.length;
	const text = sanitise(search);
	const isCut = terminalWidth(text) > room;
	return search === '' || room < 4 ? '' : before.slice(8) + (isCut ? fitWidth(text, room) : text) + after;
}

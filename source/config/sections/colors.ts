import type {Node} from 'jsonc-parser';
import type {LookName, OwnLooks} from '../../view/themes/choose-theme.js';
import {lookNames} from '../../view/themes/look-names.js';
import {readLook} from '../../view/themes/look-text.js';
import type {Look} from '../../view/themes/theme.js';
import type {Section} from '../section.js';

/** Reads the section `colors`: looks of the user's own, in place of the theme's. */
export const readColors = (node: Node, section: Section): OwnLooks => {
	const own = new Map<LookName, Look>();
	for (const entry of section.entries(node, 'colors', '{"5xx": "bold red"}')) {
		const {name: written, value} = entry;
		const known = section.known(entry, 'part of the screen', [...lookNames.keys()]);
		const name = known === undefined ? undefined : lookNames.get(known);
		const text = section.text(value, written, '"bold red", "white on #8a2f3c"');
		if (name === undefined || text === undefined) {
			continue;
		}
		section.place(`colors.${written}`, value);
		const read = readLook(text);
		if ('problem' in read) {
			section.mistake(value, `${written}: ${read.problem}`);
		} else {
			own.set(name, read.look);
		}
	}
	return own;
};

import {fitWidth} from '../../listing/fit-width.js';
import {sanitise} from '../../listing/sanitise.js';
import type {Separator} from '../../marks/mark-record.js';

/** So many columns of a text are enough to know it. */
const most = 30;

/** What the separators say that stand in a stretch of time, the oldest first: ` · deploy`; empty where there is none. */
export const separatorNotes = (separators: readonly Separator[], from: number, to: number): string =>
	separators
		.filter(({time}) => time >= from && time < to)
		.map(({text}) => sanitise(text) || 'separator')
		.map(text => ` · ${fitWidth(text, most).trimEnd()}`)
		.toReversed()
		.join('');

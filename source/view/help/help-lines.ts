import {keyTable} from '../keys/key-table.js';

export type HelpLine = {
	/** The keys, or nothing where the text has the whole line. */
	readonly keys: string;
	readonly text: string;
};

const remarks = [
	'',
	'38 new ↑: so many came while the page was held. g shows them.',
	'Token: the name of a request; it stays the same after a restart or a rotation.',
	'A ! after a time: more than five minutes ahead of the clock, or from 1970.',
	'A … after a time: the line was cut: it had no line end, or is longer than 64 KiB.',
	'n/a: the line doesn’t have that part.',
];

/** All that the help says. */
export const helpLines: readonly HelpLine[] = [
	...keyTable.map(({shown, help}) => ({keys: shown, text: help})),
	...remarks.map(text => ({keys: '', text})),
];

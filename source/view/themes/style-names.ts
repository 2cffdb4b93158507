import type {StyleName} from './choose-theme.js';

/** What has a look of its own, in the order of the screen. */
const names: readonly StyleName[] = [
	...(['title', 'chip', 'unwantedChip', 'count', 'aside', 'header', 'row', 'pastRow', 'selected'] as const),
	...(['cellRow', 'cell', 'mark', 'selectedMark', '1xx', '2xx', '3xx', '4xx', '5xx'] as const),
	...(['problem', 'key', 'hint', 'prompt', 'caret', 'odd', 'axis'] as const),
];

/** By what it is called in a config file: `past-row`. */
export const styleNames: ReadonlyMap<string, StyleName> = new Map(
	names.map(name => [name.replace(/[A-Z]/g, letter => `-${letter.toLowerCase()}`), name]),
);

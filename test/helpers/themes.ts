import {blockCharacters} from '../../source/themes/chart-characters.js';
import {chooseTheme} from '../../source/themes/choose-theme.js';
import type {Theme} from '../../source/themes/theme.js';

/** Without colour. */
export const plainTheme: Theme = chooseTheme(
	{name: 'none', depth: 1, own: new Map(), chart: blockCharacters},
	null,
);

/** With the terminal's 16 colours, on an unknown background. */
export const colorTheme: Theme = chooseTheme(
	{name: 'terminal', depth: 4, own: new Map(), chart: blockCharacters},
	null,
);

/** A theme with which frames contain only text. */
export const unstyledTheme: Theme = Object.assign(
	{...plainTheme},
	Object.fromEntries(Object.keys(plainTheme).map(part => [part, {}])),
	{chart: plainTheme.chart},
);

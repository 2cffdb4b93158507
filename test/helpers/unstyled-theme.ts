import {plainTheme, type Theme} from '../../source/themes/theme.js';

/** A theme with which frames contain only text. */
export const unstyledTheme: Theme = Object.assign(
	{...plainTheme},
	Object.fromEntries(Object.keys(plainTheme).map(part => [part, {}])),
	{chart: plainTheme.chart},
);

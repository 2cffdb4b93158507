import {Text} from 'ink';
import {memo} from 'react';
import {header} from '../../listing/header.js';
import type {ColumnWidths} from '../column-widths.js';
import {lineTexts} from '../line-texts.js';
import type {Theme} from '../theme.js';

type Props = {readonly layout: ColumnWidths; readonly theme: Theme};

/** The names of the columns. Memoised: they stay while rows flow. */
export const HeaderLine = memo(function HeaderLine({layout, theme}: Props) {
	const {status, rest} = lineTexts(header, layout);
	return (
		<Text {...theme.header} wrap="truncate-end">
			{status + rest}
		</Text>
	);
});

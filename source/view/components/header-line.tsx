import {Text} from 'ink';
import {memo} from 'react';
import type {ColumnWidths} from '../layout/column-widths.js';
import {headerText} from '../layout/line-texts.js';
import type {Theme} from '../themes/theme.js';

type Props = {readonly layout: ColumnWidths; readonly theme: Theme};

/** The names of the columns. Memoised: they stay while rows flow. */
export const HeaderLine = memo(function HeaderLine({layout, theme}: Props) {
	return (
		<Text {...theme.header} wrap="truncate-end">
			{headerText(layout)}
		</Text>
	);
});

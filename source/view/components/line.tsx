import {Text} from 'ink';
import {memo} from 'react';
import {fitWidth} from '../../listing/fit-width.js';
import {sanitise} from '../../listing/sanitise.js';
import type {Look} from '../theme.js';

type Props = {
	/** Any text: it is made safe and cut to the width. */
	readonly text: string;
	readonly width: number;
	readonly look?: Look;
};

/** One line of text; a space when there is none, since Ink gives an empty text no line. Memoised: many stay the same. */
export const Line = memo(function Line({text, width, look = {}}: Props) {
	return (
		<Text {...look} wrap="truncate-end">
			{fitWidth(sanitise(text), width).trimEnd() || ' '}
		</Text>
	);
});

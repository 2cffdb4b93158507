import {Text} from 'ink';
import {memo} from 'react';
import {fitWidth} from '../../listing/fit-width.js';
import type {Theme} from '../theme.js';
import {titleText} from '../title-text.js';

type Props = {
	/** What is watched: paths as given, or as found. */
	readonly watched: readonly string[];
	readonly width: number;
	readonly theme: Theme;
};

const name = 'reqscope';
const gap = '  ';

/** The program and what it watches. Memoised: it stays the same while rows flow. */
export const TitleLine = memo(function TitleLine({watched, width, theme}: Props) {
	const left = width - name.length - gap.length;
	return (
		<Text wrap="truncate-end">
			<Text {...theme.title}>{fitWidth(name, Math.min(name.length, width))}</Text>
			{fitWidth(gap + titleText(watched, Math.max(1, left)), width - name.length).trimEnd()}
		</Text>
	);
});

import {Text} from 'ink';
import {fitWidth} from '../../listing/fit-width.js';
import {sanitise} from '../../listing/sanitise.js';
import type {Theme} from '../theme.js';

type Props = {
	/** What is watched, as given on the command line. */
	readonly title: string;
	readonly width: number;
	readonly theme: Theme;
};

const name = 'reqscope';

/** The program and what it watches. */
export function TitleLine({title, width, theme}: Props) {
	return (
		<Text wrap="truncate-end">
			<Text {...theme.title}>{fitWidth(name, Math.min(name.length, width))}</Text>
			{fitWidth(`  ${sanitise(title)}`, width - name.length).trimEnd()}
		</Text>
	);
}

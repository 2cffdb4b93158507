import {Box, Text} from 'ink';
import {fitWidth} from '../../listing/fit-width.js';
import {Line} from '../components/line.js';
import type {Theme} from '../theme.js';
import {helpLines} from './help-lines.js';

type Props = {
	/** The first line to show, as far as it leaves no room empty. */
	readonly top: number;
	readonly width: number;
	readonly height: number;
	readonly theme: Theme;
};

const keyWidth = Math.max(...helpLines.map(({keys}) => keys.length)) + 2;

/** How many lines of the help a screen has room for, below its title. */
export function helpRoom(height: number): number {
	return Math.max(1, height - 2);
}

/** All keys and what they do. */
export function Help({top, width, height, theme}: Props) {
	const room = helpRoom(height);
	const first = Math.min(top, Math.max(0, helpLines.length - room));
	const shown = helpLines.slice(first, first + room);
	const range = `${first + 1}–${first + shown.length} of ${helpLines.length}`;
	const title =
		shown.length < helpLines.length
			? `Keys ${range} (j k scroll, Esc closes)`
			: 'Keys (Esc closes this help)';
	return (
		<Box flexDirection="column" height={height} width={width}>
			<Line text={title} width={width} look={theme.title} />
			<Line text="" width={width} />
			{shown.map(({keys, text}) =>
				keys === '' ? (
					<Line key={text} text={text} width={width} />
				) : (
					<Text key={keys} wrap="truncate-end">
						<Text {...theme.key}>{fitWidth(keys, Math.min(keyWidth, width))}</Text>
						{fitWidth(text, width - keyWidth).trimEnd()}
					</Text>
				),
			)}
		</Box>
	);
}

import {Box, Text} from 'ink';
import {fitWidth} from '../../listing/fit-width.js';
import {keyTable} from '../keys/key-table.js';
import type {Theme} from '../theme.js';
import {Line} from './line.js';

type Props = {readonly width: number; readonly height: number; readonly theme: Theme};

const keyWidth = Math.max(...keyTable.map(({shown}) => shown.length)) + 2;

/** Below the keys, as far as there is room. */
const remarks = [
	'',
	'A ! after a time: more than five minutes ahead of the clock, or from 1970.',
	'n/a: the line doesn’t have that part.',
];

/** All keys and what they do. */
export function Help({width, height, theme}: Props) {
	const keys = keyTable.slice(0, height - 2);
	return (
		<Box flexDirection="column" height={height} width={width}>
			<Line text="Keys (Esc closes this help)" width={width} look={theme.title} />
			<Line text="" width={width} />
			{keys.map(({command, shown, help}) => (
				<Text key={command} wrap="truncate-end">
					<Text {...theme.key}>{fitWidth(shown, Math.min(keyWidth, width))}</Text>
					{fitWidth(help, width - keyWidth).trimEnd()}
				</Text>
			))}
			{remarks.slice(0, Math.max(0, height - 2 - keys.length)).map(text => (
				<Line key={text} text={text} width={width} />
			))}
		</Box>
	);
}

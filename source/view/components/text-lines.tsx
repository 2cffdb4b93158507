import {Box} from 'ink';
import {endWithin, wrapText} from '../../format/fit-width.js';
import {sanitise} from '../../format/sanitise.js';
import type {Style} from '../../themes/theme.js';
import {Line} from './line.js';

type Props = {
	/** Any string. */
	readonly text: string;
	readonly width: number;
	/** Maximum number of lines. */
	readonly room: number;
	/** True if the end is more important than the beginning if both don't fit. */
	readonly isEndWanted?: boolean;
	readonly style?: Style;
};

/** Shows a string, wrapped to at most `room` lines. If they are too few, shows one line with its beginning or its end. */
export function TextLines({text, width, room, isEndWanted = false, style = {}}: Props) {
	const safe = sanitise(text);
	const wrapped = wrapText(safe, width);
	const lines = wrapped.length <= room ? wrapped : [isEndWanted ? `…${endWithin(safe, width - 1)}` : text];
	return (
		<Box flexDirection="column">
			{lines.map((line, index) => (
				// biome-ignore lint/suspicious/noArrayIndexKey: lines are nothing but their text and their place
				<Line key={index} text={line} width={width} style={style} />
			))}
		</Box>
	);
}

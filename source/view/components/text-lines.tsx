import {Box} from 'ink';
import {endWithin, wrapText} from '../../format/fit-width.js';
import {sanitise} from '../../format/sanitise.js';
import type {Style} from '../../themes/theme.js';
import {Line} from './line.js';

type Props = {
	/** Any text. */
	readonly text: string;
	readonly width: number;
	/** Lines that there is room for. */
	readonly room: number;
	/** Whether its end says more than its beginning, where there is no room for both. */
	readonly isEndWanted?: boolean;
	readonly style?: Style;
};

/** A text on as many lines as it takes, where there is room for them; else on one, its beginning or its end. */
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

import {Box} from 'ink';
import {sanitise} from '../../listing/sanitise.js';
import {wrapText} from '../../listing/wrap-text.js';
import type {Look} from '../theme.js';
import {Line} from './line.js';

type Props = {
	/** Any text. */
	readonly text: string;
	readonly width: number;
	/** Lines that there is room for. */
	readonly room: number;
	readonly look?: Look;
};

/** A text on as many lines as it takes, where there is room for them; else on one, as far as it goes. */
export function TextLines({text, width, room, look = {}}: Props) {
	const wrapped = wrapText(sanitise(text), width);
	const lines = wrapped.length <= room ? wrapped : [text];
	return (
		<Box flexDirection="column">
			{lines.map((line, index) => (
				// biome-ignore lint/suspicious/noArrayIndexKey: lines are nothing but their text and their place
				<Line key={index} text={line} width={width} look={look} />
			))}
		</Box>
	);
}

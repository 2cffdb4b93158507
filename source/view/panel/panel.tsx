import {Box, Text} from 'ink';
import {fitWidth} from '../../listing/fit-width.js';
import {terminalWidth} from '../../listing/terminal-width.js';
import {Line} from '../components/line.js';
import type {Theme} from '../theme.js';
import type {PanelLine} from './panel-line.js';
import {panelTitle} from './panel-title.js';

type Props = {
	readonly title: string;
	readonly lines: readonly PanelLine[];
	/** The first line to show, as far as it leaves no room empty. */
	readonly top: number;
	readonly width: number;
	readonly height: number;
	readonly theme: Theme;
};

/** How many lines of a panel a screen has room for, below its title. */
export function panelRoom(height: number): number {
	return Math.max(1, height - 2);
}

/** Lines to read over the whole screen, scrolled where there are more than fit. */
export function Panel({title, lines, top, width, height, theme}: Props) {
	const room = panelRoom(height);
	const first = Math.max(0, Math.min(top, lines.length - room));
	const shown = lines.slice(first, first + room);
	return (
		<Box flexDirection="column" height={height} width={width}>
			<Line
				text={panelTitle(title, first, shown.length, lines.length, width)}
				width={width}
				look={theme.title}
			/>
			<Line text="" width={width} />
			{shown.map(({lead, text}, index) => {
				const leadWidth = Math.min(terminalWidth(lead), width);
				return (
					// biome-ignore lint/suspicious/noArrayIndexKey: lines are nothing but their text and their place
					<Text key={index} wrap="truncate-end">
						<Text {...theme.key}>{fitWidth(lead, leadWidth)}</Text>
						{/* Ink gives an empty text no line. */}
						{fitWidth(text, width - leadWidth).trimEnd() || (leadWidth === 0 ? ' ' : '')}
					</Text>
				);
			})}
		</Box>
	);
}

import {Box} from 'ink';
import type {TimeFormatter} from '../../format/time-formatter.js';
import type {NotedNotice} from '../../store/notice-list.js';
import type {Theme} from '../../themes/theme.js';
import type {ListingState} from '../listing/listing-state.js';
import {statusLines} from '../listing/status-lines.js';
import {Line} from './line.js';

type Props = {
	readonly state: ListingState;
	/** The notice that is still new. */
	readonly notice: NotedNotice | null;
	/** Text shown if there are no problems; usually empty. */
	readonly welcome?: string;
	readonly width: number;
	/** Maximum number of lines. */
	readonly room: number;
	readonly formatTime: TimeFormatter;
	readonly theme: Theme;
};

/** Shows problems and notices, if there are any. */
export function StatusLines({state, notice, welcome = '', width, room, formatTime, theme}: Props) {
	const {lines, isQuiet} = statusLines(state, notice, width, room, formatTime);
	if (isQuiet && welcome !== '') {
		return <Line text={welcome} width={width} style={theme.aside} />;
	}
	return (
		<Box flexDirection="column">
			{lines.map((text, index) => (
				// biome-ignore lint/suspicious/noArrayIndexKey: lines are nothing but their text and their place
				<Line key={index} text={text} width={width} style={isQuiet ? theme.aside : theme.problem} />
			))}
		</Box>
	);
}

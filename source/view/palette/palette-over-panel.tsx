import {Box} from 'ink';
import type {Theme} from '../../themes/theme.js';
import {Line} from '../components/line.js';
import type {PanelView} from '../panel/open-panel.js';
import {PanelBody} from '../panel/panel.js';
import {PromptLine} from '../prompt/prompt-line.js';
import {CompletionLines, listRoom} from '../search/completion-lines.js';
import type {CompletionList} from '../search/search-state.js';
import type {PaletteState} from './palette-state.js';
import {paletteWriting} from './palette-writing.js';

type Props = {
	readonly state: PaletteState;
	readonly list: CompletionList;
	readonly view: PanelView;
	readonly width: number;
	readonly height: number;
	readonly theme: Theme;
};

/** The palette over a panel: its line replaces the panel's title, its list is below the line, and the panel fills the rest. */
export function PaletteOverPanel({state, list, view: {body}, width, height, theme}: Props) {
	const {label, line, elsewhere: problem} = paletteWriting(state);
	const told = problem === '' ? 0 : 1;
	const room = Math.max(0, height - 1 - told);
	const {listed} = listRoom(list.items.length, room, room);
	return (
		<Box flexDirection="column" height={height} width={width}>
			<PromptLine label={label} line={line} width={width} theme={theme} />
			{problem !== '' && <Line text={problem} width={width} style={theme.problem} />}
			{listed > 0 && <CompletionLines completions={list} height={listed} width={width} theme={theme} />}
			<PanelBody lines={body.slice(0, room - listed)} width={width} theme={theme} />
		</Box>
	);
}

import {Box, Text} from 'ink';
import {memo} from 'react';
import {fitWidth, terminalWidth} from '../../format/fit-width.js';
import {sanitise} from '../../format/sanitise.js';
import type {Theme} from '../../themes/theme.js';
import {Pieces} from '../spans/pieces.js';
import type {PanelView} from './open-panel.js';
import type {PanelLine} from './panel-lines.js';

type Props = PanelView & {
	/** Result of the last key, shown instead of the keys; usually empty. */
	readonly told?: string;
	readonly width: number;
	readonly height: number;
	readonly theme: Theme;
};

/** Returns the number of lines below the title of a panel. */
export function panelRoom(height: number): number {
	return Math.max(1, height - 1);
}

const gap = '  ';

/** A panel over the whole screen. */
export function Panel({title, hints, body, told = '', width, height, theme}: Props) {
	const name = fitWidth(sanitise(title), width).trimEnd();
	const left = width - terminalWidth(name) - gap.length;
	const said = sanitise(told);
	// If both don't fit, the message is more important: the title returns after the next key.
	const whole = terminalWidth(said) > left;
	const first =
		said === ''
			? [
					{text: name, style: theme.title},
					{text: sanitise(hints), style: theme.hint},
				]
			: [
					{text: whole ? '' : name + gap, style: theme.title},
					{text: fitWidth(said, Math.min(terminalWidth(said), width)), style: theme.problem},
				];
	return (
		<Box flexDirection="column" height={height} width={width}>
			<Pieces pieces={first} />
			<PanelBody lines={body.slice(0, panelRoom(height))} width={width} theme={theme} />
		</Box>
	);
}

type BodyProps = {readonly lines: readonly PanelLine[]; readonly width: number; readonly theme: Theme};

/** The lines below the title. */
export function PanelBody({lines, width, theme}: BodyProps) {
	return lines.map((line, index) => (
		// biome-ignore lint/suspicious/noArrayIndexKey: lines are nothing but their text and their place
		<BodyLine key={index} line={line} width={width} theme={theme} />
	));
}

type LineProps = {readonly line: PanelLine; readonly width: number; readonly theme: Theme};

const BodyLine = memo(function BodyLine({line, width, theme}: LineProps) {
	if ('pieces' in line) {
		return <Pieces pieces={line.pieces} style={line.style} />;
	}
	const {lead, text} = line;
	const leadWidth = Math.min(terminalWidth(lead), width);
	return (
		<Text wrap="truncate-end">
			<Text {...theme.key}>{fitWidth(lead, leadWidth)}</Text>
			{fitWidth(text, width - leadWidth).trimEnd() || (leadWidth === 0 ? ' ' : '')}
		</Text>
	);
});

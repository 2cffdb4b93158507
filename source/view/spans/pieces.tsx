import {Box, Text} from 'ink';
import {createElement, memo, useContext, useMemo} from 'react';
import {OwnDrawing, type PieceLine} from './piece.js';

/** Shows a line of pieces. Memoised, because lines often stay the same. */
export const Pieces = memo(function Pieces({pieces, style}: PieceLine) {
	const shown = pieces.filter(({text}) => text !== '');
	return (
		<Text {...style} wrap="truncate-end">
			{shown.map((piece, index) => (
				// biome-ignore lint/suspicious/noArrayIndexKey: pieces are nothing but their text and their place
				<Text key={index} {...piece.style}>
					{piece.text}
				</Text>
			))}
			{/* Ink gives an empty string no line. */}
			{shown.length === 0 ? ' ' : ''}
		</Text>
	);
});

type Props = {
	/** At most `height` lines. */
	readonly lines: readonly PieceLine[];
	/** Number of lines to fill. */
	readonly height: number;
};

/**
 * Shows lines that change all the time. If reqscope draws frames itself, Ink sees them as an unchanged box: as text laid out by
 * Ink, ten rows took 2 ms per frame, at twenty frames a second.
 */
export function PieceLines({lines, height}: Props) {
	const isOwn = useContext(OwnDrawing);
	const style = useMemo(() => ({flexDirection: 'column', flexShrink: 1, height}), [height]);
	if (isOwn) {
		return createElement('ink-box', {style, lines});
	}
	return (
		<Box flexDirection="column" height={height}>
			{lines.map((line, index) => (
				// biome-ignore lint/suspicious/noArrayIndexKey: lines are nothing but their pieces and their place
				<Pieces key={index} pieces={line.pieces} style={line.style} />
			))}
		</Box>
	);
}

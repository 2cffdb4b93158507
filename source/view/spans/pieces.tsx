import {Box, Text} from 'ink';
import {createElement, memo, useContext, useMemo} from 'react';
import {OwnDrawing, type PieceLine} from './piece.js';

/** A line of pieces. Memoised: lines often stay as they are. */
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
			{/* Ink gives an empty text no line. */}
			{shown.length === 0 ? ' ' : ''}
		</Text>
	);
});

type Props = {
	/** At most as many as there is room for. */
	readonly lines: readonly PieceLine[];
	/** Lines to fill. */
	readonly height: number;
};

/**
 * Lines that change all the time. Where frames are the program's own, to Ink they are a box that stays the same: as
 * texts that Ink makes and lays out, ten rows took 2 ms of a frame, of which there are twenty a second.
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

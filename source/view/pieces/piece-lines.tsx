import {Box} from 'ink';
import {createElement, useContext, useMemo} from 'react';
import {OwnDrawing} from './own-drawing.js';
import type {PieceLine} from './piece.js';
import {Pieces} from './pieces.js';

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
				<Pieces key={index} pieces={line.pieces} look={line.look} />
			))}
		</Box>
	);
}

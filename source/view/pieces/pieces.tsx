import {Text} from 'ink';
import type {Look} from '../theme.js';
import type {Piece} from './piece.js';

type Props = {
	/** Together no wider than the screen. */
	readonly pieces: readonly Piece[];
	/** Of all of them, where they have none of their own. */
	readonly look?: Look | undefined;
};

/** A line of pieces. */
export function Pieces({pieces, look}: Props) {
	const shown = pieces.filter(({text}) => text !== '');
	return (
		<Text {...look} wrap="truncate-end">
			{shown.map((piece, index) => (
				// biome-ignore lint/suspicious/noArrayIndexKey: pieces are nothing but their text and their place
				<Text key={index} {...piece.look}>
					{piece.text}
				</Text>
			))}
			{/* Ink gives an empty text no line. */}
			{shown.length === 0 ? ' ' : ''}
		</Text>
	);
}

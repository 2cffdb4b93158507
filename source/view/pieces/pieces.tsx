import {Text} from 'ink';
import {memo} from 'react';
import type {PieceLine} from './piece.js';

/** A line of pieces. Memoised: lines often stay as they are. */
export const Pieces = memo(function Pieces({pieces, look}: PieceLine) {
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
});

import {memo} from 'react';
import {fitWidth} from '../../format/fit-width.js';
import {sanitise} from '../../format/sanitise.js';
import type {Style} from '../../themes/theme.js';
import {PieceLines} from '../spans/pieces.js';

type Props = {
	/** Any string: sanitised and cut to the width. */
	readonly text: string;
	readonly width: number;
	readonly style?: Style;
};

/** Shows one line. Memoised, because many lines stay the same. */
export const Line = memo(function Line({text, width, style}: Props) {
	const pieces = [{text: fitWidth(sanitise(text), width).trimEnd()}];
	return <PieceLines lines={[{pieces, style}]} height={1} />;
});

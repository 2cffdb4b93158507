import {memo} from 'react';
import {fitWidth} from '../../format/fit-width.js';
import {sanitise} from '../../format/sanitise.js';
import {PieceLines} from '../spans/pieces.js';
import type {Look} from '../themes/theme.js';

type Props = {
	/** Any text: it is made safe and cut to the width. */
	readonly text: string;
	readonly width: number;
	readonly look?: Look;
};

/** One line of text. Memoised: many stay the same. */
export const Line = memo(function Line({text, width, look}: Props) {
	const pieces = [{text: fitWidth(sanitise(text), width).trimEnd()}];
	return <PieceLines lines={[{pieces, look}]} height={1} />;
});

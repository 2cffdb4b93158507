import {memo} from 'react';
import type {Clock} from '../../clock.js';
import type {TimeFormatter} from '../../listing/time-formatter.js';
import {Pieces} from '../pieces/pieces.js';
import type {Theme} from '../themes/theme.js';
import {pulsePieces} from './pulse-pieces.js';
import type {ShownPulse} from './use-pulse.js';

type Props = ShownPulse & {
	readonly clock: Clock;
	readonly formatTime: TimeFormatter;
	readonly width: number;
	readonly theme: Theme;
	readonly isSpoken: boolean;
};

/** What is found in figures, and how fast requests come. Memoised: it changes once a second, rows more often. */
export const PulseLine = memo(function PulseLine({
	figures,
	pulse,
	isPast,
	clock,
	formatTime,
	width,
	theme,
	isSpoken,
}: Props) {
	const pieces = pulsePieces({figures, pulse}, {now: clock.now(), formatTime, width, theme, isSpoken});
	return <Pieces pieces={isPast ? pieces.map(({text}) => ({text, look: theme.pastRow})) : pieces} />;
});

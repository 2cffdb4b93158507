import {memo} from 'react';
import type {Clock} from '../../clock.js';
import type {TimeFormatter} from '../../listing/time-formatter.js';
import {Pieces} from '../pieces/pieces.js';
import type {Theme} from '../themes/theme.js';
import type {Pulse} from './pulse.js';
import {pulsePieces} from './pulse-pieces.js';

type Props = {
	/** Null: there are no requests; undefined: it isn't known yet. */
	readonly pulse: Pulse | null | undefined;
	/** Whether it is that of the search before. */
	readonly isPast: boolean;
	readonly clock: Clock;
	readonly formatTime: TimeFormatter;
	readonly width: number;
	readonly theme: Theme;
	readonly isSpoken: boolean;
};

/** How fast requests come, and with what status. Memoised: it changes once a second, rows more often. */
export const PulseLine = memo(function PulseLine({
	pulse,
	isPast,
	clock,
	formatTime,
	width,
	theme,
	isSpoken,
}: Props) {
	const pieces = pulse ? pulsePieces(pulse, {now: clock.now(), formatTime, width, theme, isSpoken}) : [];
	return <Pieces pieces={isPast ? pieces.map(({text}) => ({text, look: theme.pastRow})) : pieces} />;
});

import {Text} from 'ink';
import {memo} from 'react';
import type {TimeFormatter} from '../../listing/time-formatter.js';
import type {Clock} from '../listing/clock.js';
import type {Pulse} from '../pulse/pulse.js';
import {pulsePieces} from '../pulse/pulse-pieces.js';
import type {Theme} from '../theme.js';

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
	return (
		<Text wrap="truncate-end">
			{pieces.map(({text, look}, index) => (
				// biome-ignore lint/suspicious/noArrayIndexKey: pieces are nothing but their text and their place
				<Text key={index} {...(isPast ? theme.pastRow : look)}>
					{text}
				</Text>
			))}
			{/* Ink gives an empty text no line. */}
			{pieces.length === 0 ? ' ' : ''}
		</Text>
	);
});

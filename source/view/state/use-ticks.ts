import {useEffect, useReducer} from 'react';
import type {Clock} from '../../clock.js';

/** Renders again after each pause, in ms; null: never. For texts that depend on the current time. */
export function useTicks(clock: Clock, pause: number | null): void {
	const [ticks, tick] = useReducer((n: number) => n + 1, 0);
	// biome-ignore lint/correctness/useExhaustiveDependencies: each tick starts the next pause
	useEffect(() => (pause === null ? undefined : clock.after(pause, tick)), [clock, pause, ticks]);
}

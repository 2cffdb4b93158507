import {useEffect, useEffectEvent, useLayoutEffect} from 'react';
import type {Mouse} from '../terminal/mouse.js';
import type {MouseEvent} from '../terminal/mouse-report.js';

/** Turns the mouse on or off. Returns the message to show. */
export function toggledMouse(mouse: Mouse, isScreenReader: boolean): string {
	// A screen reader speaks line by line, without positions on a screen.
	if (isScreenReader) {
		return 'The mouse doesn’t work with a screen reader';
	}
	mouse.set(!mouse.isOn());
	return mouse.isOn() ? 'The mouse is on; with Shift (Option in iTerm2) it selects text' : 'The mouse is off';
}

/** Handles mouse events while the screen is mounted. */
export function useMouse(mouse: Mouse, startsOn: boolean, took: (event: MouseEvent) => void): void {
	useLayoutEffect(() => {
		if (startsOn) {
			mouse.set(true);
		}
		return () => mouse.set(false);
	}, [mouse, startsOn]);
	// Uses the latest callback, because clicks refer to the last drawn frame.
	const take = useEffectEvent(took);
	useEffect(() => mouse.listen(event => take(event)), [mouse]);
}

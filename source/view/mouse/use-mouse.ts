import {useEffect, useEffectEvent, useLayoutEffect} from 'react';
import type {Mouse} from '../terminal/mouse.js';
import type {MouseEvent} from '../terminal/mouse-report.js';

/** Has the mouse, or not any more; returns what is to be told. */
export function toggledMouse(mouse: Mouse, isScreenReader: boolean): string {
	// What is spoken line by line has no places on the screen.
	if (isScreenReader) {
		return 'There is no mouse with a screen reader';
	}

	mouse.set(!mouse.isOn());
	return mouse.isOn() ? 'The mouse is on; with Shift (Option in iTerm2) it selects text' : 'The mouse is off';
}

/** Has the mouse for as long as the screen is up. */
export function useMouse(mouse: Mouse, startsOn: boolean, took: (event: MouseEvent) => void): void {
	useLayoutEffect(() => {
		if (startsOn) {
			mouse.set(true);
		}

		return () => mouse.set(false);
	}, [mouse, startsOn]);
	// What is clicked is what was drawn last.
	const take = useEffectEvent(took);
	useEffect(() => mouse.listen(event => take(event)), [mouse]);
}

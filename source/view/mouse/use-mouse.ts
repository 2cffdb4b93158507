import {useEffect, useEffectEvent, useLayoutEffect} from 'react';
import type {Mouse} from './mouse.js';
import type {MouseEvent} from './mouse-report.js';

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

import type {Mouse} from './mouse.js';

/** Has the mouse, or not any more; returns what is to be told. */
export function toggledMouse(mouse: Mouse, isScreenReader: boolean): string {
	// What is spoken line by line has no places on the screen.
	if (isScreenReader) {
		return 'There is no mouse with a screen reader';
	}

	mouse.set(!mouse.isOn());
	return mouse.isOn() ? 'The mouse is on; with Shift (Option in iTerm2) it selects text' : 'The mouse is off';
}

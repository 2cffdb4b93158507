import type {Command} from '../keys/command.js';

/** The first line of a panel of `length` lines that is shown, where `top` is the first one wanted. */
export function firstLine(top: number, room: number, length: number): number {
	return Math.max(0, Math.min(top, length - room));
}

/** The first line that is shown after a command; others than moves change nothing. */
export function scrolled(top: number, command: Command, room: number, length: number): number {
	return firstLine(firstLine(top, room, length) + steps(command, room, length), room, length);
}

/** Whether a command moves about in what is longer than the screen. */
export function isScrolling(command: Command): boolean {
	return steps(command, 1, 1) !== 0;
}

/** How many lines, or items, further down a command leads. */
export function steps(command: Command, room: number, length: number): number {
	switch (command) {
		case 'rowDown':
			return 1;
		case 'rowUp':
			return -1;
		case 'halfDown':
			return Math.ceil(room / 2);
		case 'halfUp':
			return -Math.ceil(room / 2);
		case 'pageDown':
			return room;
		case 'pageUp':
			return -room;
		case 'oldest':
			return length;
		case 'newest':
			return -length;
		default:
			return 0;
	}
}

/** What was done with the mouse, and where: columns and lines of the screen, from 0 on. */
export type MouseEvent = {
	readonly type: 'click' | 'wheelUp' | 'wheelDown';
	readonly x: number;
	readonly y: number;
	/** Whether Ctrl was held: a wheel leads further then. */
	readonly isFar: boolean;
};

/** The bits of a button's number: https://invisible-island.net/xterm/ctlseqs/ctlseqs.html, Mouse Tracking. */
const shift = 4;
const alt = 8;
const ctrl = 16;
const moved = 32;
const wheel = 64;

/** No screen has more columns or lines: what is beyond is garbage. */
const farthest = 9999;

/** A report in SGR's form, `CSI < button ; column ; line M`, or `m` when it was let go; null where it asks for nothing. */
export function sgrEvent(report: string): MouseEvent | null {
	// biome-ignore lint/suspicious/noControlCharactersInRegex: it is a sequence
	const [, button, x, y] = /^\u001B\[<(\d{1,3});(\d{1,5});(\d{1,5})M$/.exec(report) ?? [];
	return button === undefined ? null : eventOf(Number(button), Number(x) - 1, Number(y) - 1);
}

/** A report in the oldest form, which terminals send that don't know the other one: `CSI M` and three characters. */
export function oldEvent(report: string): MouseEvent | null {
	const [button = 0, x = 0, y = 0] = Array.from(report.slice(-3), character => character.charCodeAt(0) - 32);
	// From the 96th on a place is no ASCII, and lost.
	return Math.max(x, y) > 95 ? null : eventOf(button, x - 1, y - 1);
}

function eventOf(button: number, x: number, y: number): MouseEvent | null {
	if (x < 0 || y < 0 || x > farthest || y > farthest || (button & (shift | alt | moved)) !== 0) {
		return null;
	}
	const isFar = (button & ctrl) !== 0;
	switch (button & ~ctrl) {
		case 0:
			return isFar ? null : {type: 'click', x, y, isFar};
		case wheel:
			return {type: 'wheelUp', x, y, isFar};
		case wheel + 1:
			return {type: 'wheelDown', x, y, isFar};
		default:
			return null;
	}
}

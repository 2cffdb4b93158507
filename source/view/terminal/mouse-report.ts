/** A click or a turn of the wheel, at a column and line of the screen, from 0. */
export type MouseEvent = {
	readonly type: 'click' | 'wheelUp' | 'wheelDown';
	readonly x: number;
	readonly y: number;
	/** True if Ctrl was pressed: the wheel moves further. */
	readonly isFar: boolean;
};

/** The bits of a button number: https://invisible-island.net/xterm/ctlseqs/ctlseqs.html, Mouse Tracking. */
const shift = 4;
const alt = 8;
const ctrl = 16;
const moved = 32;
const wheel = 64;

/** Maximum column or line. No screen is larger, so greater numbers are garbage. */
const farthest = 9999;

/**
 * Parses a report in SGR form: `CSI < button ; column ; line M`, or `m` for a release. Returns null if reqscope doesn't react to
 * it.
 */
export function sgrEvent(report: string): MouseEvent | null {
	// biome-ignore lint/suspicious/noControlCharactersInRegex: it is a sequence
	const [, button, x, y] = /^\u001B\[<(\d{1,3});(\d{1,5});(\d{1,5})M$/.exec(report) ?? [];
	return button === undefined ? null : eventOf(Number(button), Number(x) - 1, Number(y) - 1);
}

/** Parses a report in the oldest form, `CSI M` and three characters, which terminals without SGR reports send. */
export function oldEvent(report: string): MouseEvent | null {
	const [button = 0, x = 0, y = 0] = Array.from(report.slice(-3), character => character.charCodeAt(0) - 32);
	// Positions from 96 aren't ASCII, so the stream's decoder has destroyed them.
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

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
export const sgrEvent = (report: string): MouseEvent | null => {
	// biome-ignore lint/suspicious/noControlCharactersInRegex: it is a sequence
	const [, button, x, y] = /^\u001B\[<(\d{1,3});(\d{1,5});(\d{1,5})M$/.exec(report) ?? [];
	return button === undefined ? null : eventOf(Number(button), Number(x) - 1, Number(y) - 1);
};

/** A report in the oldest form, which terminals send that don't know the other one: `CSI M` and three characters. */
export const oldEvent = (report: string): MouseEvent | null => {
	const [button = 0, x = 0, y = 0] = Array.from(report.slice(-3), character => character.charCodeAt(0) - 32);
	// From the 96th on a place is no ASCII, and lost.
	return Math.max(x, y) > 95 ? null : eventOf(button, x - 1, y - 1);
};

const eventOf = (button: number, x: number, y: number): MouseEvent | null => {
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
};

/** What comes between the beginning of a report and its end, and that end; broken off where something else comes. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are sequences
const sgr = /^\u001B\[<[\d;]*/;
const sgrBegin = '\u001B[<';
const oldBegin = '\u001B[M';
const oldLength = oldBegin.length + 3;

/** No report is longer: of what goes on, no more is kept. */
const longest = 32;

/** How long the rest of a report is waited for, milliseconds; an Escape that is one key alone, not as long. */
const patience = {report: 1000, escape: 50};

/**
 * What an Escape was the beginning of that had been let go as a key, when the rest comes at last: nobody types that at
 * once.
 */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are sequences
const wasReport = /^\u001B\[<\d/;

/**
 * Takes what a terminal reports of the mouse out of what is read of a keyboard, also where it comes in pieces: nothing of
 * it is ever read as keys.
 * @param keyboard - read by `read`, as text
 * @param isOn - whether reports are asked for; else those are taken out all the same that can be nothing else
 * @returns the function that gives the keyboard back
 */
export function takeMouse(
	keyboard: NodeJS.ReadStream,
	isOn: () => boolean,
	told: (event: MouseEvent) => void,
): () => void {
	let held = '';
	/** What was held, and has turned out to be keys. */
	let keys = '';
	let late = '';
	let timer: NodeJS.Timeout | undefined;

	const tell = (event: MouseEvent | null): void => {
		if (event !== null && isOn()) {
			told(event);
		}
	};

	const hold = (text: string): void => {
		held = text;
		const isKey = text.length <= 2;
		timer = setTimeout(
			() => {
				held = '';
				// The beginning of a report never is a key; an Escape alone may be.
				if (isKey) {
					keys = text;
					late = text;
					keyboard.emit('readable');
				}
			},
			isKey ? patience.escape : patience.report,
		).unref();
	};

	/** What of a text is keys; a report that isn't whole yet is held. */
	const keysIn = (text: string): string => {
		let kept = '';
		let rest = text;
		for (;;) {
			const at = rest.indexOf('\u001B');
			if (at === -1) {
				return kept + rest;
			}
			kept += rest.slice(0, at);
			rest = rest.slice(at);
			if (rest.startsWith(sgrBegin)) {
				const begun = sgr.exec(rest)?.[0] ?? '';
				if (begun.length === rest.length) {
					hold(rest.slice(0, longest));
					return kept;
				}
				const end = rest[begun.length] ?? '';
				const isWhole = end === 'M' || end === 'm';
				tell(isWhole ? sgrEvent(rest.slice(0, begun.length + 1)) : null);
				rest = rest.slice(begun.length + (isWhole ? 1 : 0));
			} else if (isOn() && rest.startsWith(oldBegin)) {
				if (rest.length < oldLength) {
					hold(rest);
					return kept;
				}
				tell(oldEvent(rest.slice(0, oldLength)));
				rest = rest.slice(oldLength);
			} else if (isOn() && sgrBegin.startsWith(rest)) {
				hold(rest);
				return kept;
			} else {
				kept += '\u001B';
				rest = rest.slice(1);
			}
		}
	};

	const {read} = keyboard;
	keyboard.read = (size?: number) => {
		if (keys !== '') {
			const now = keys;
			keys = '';
			return now;
		}
		for (;;) {
			const piece: unknown = read.call(keyboard, size);
			if (typeof piece !== 'string') {
				return piece;
			}
			clearTimeout(timer);
			const begun = held || (late !== '' && wasReport.test(late + piece) ? late : '');
			held = '';
			late = '';
			const left = keysIn(begun + piece);
			// Nothing would be taken for a key as well.
			if (left !== '') {
				return left;
			}
		}
	};
	return () => {
		clearTimeout(timer);
		keyboard.read = read;
	};
}

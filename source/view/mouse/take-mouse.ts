import {type MouseEvent, oldEvent, sgrEvent} from './mouse-report.js';

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

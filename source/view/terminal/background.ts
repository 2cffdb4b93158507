import type {Background} from '../../themes/choose-theme.js';
import {luminance, type Rgb} from '../../themes/fit-color.js';
import type {TerminalInput} from './terminal-input.js';

type Environment = Readonly<Record<string, string | undefined>>;

/** White and black text have the same contrast on this: https://www.w3.org/TR/WCAG22/#dfn-contrast-ratio */
const middle = 0.179;

/** What COLORFGBG says, which some terminals set: the numbers of two of their colours; null where it doesn't. */
export function backgroundIn({COLORFGBG: colors = ''}: Environment): Background {
	const number = /;(\d{1,2})$/.exec(colors)?.[1];
	return number === undefined || Number(number) > 15
		? null
		: isLightNumber(Number(number))
			? 'light'
			: 'dark';
}

function isLightNumber(number: number): boolean {
	return number === 7 || number > 8;
}

/** What a terminal's answer to OSC 11 says, such as `rgb:ffff/ffff/ffff`; null where that isn't understood. */
export function backgroundOf(color: string): Background {
	const [, red, green, blue] =
		/^rgba?:([\da-f]{1,4})\/([\da-f]{1,4})\/([\da-f]{1,4})(?:\/[\da-f]{1,4})?$/i.exec(color) ?? [];
	if (red === undefined || green === undefined || blue === undefined) {
		return null;
	}
	const rgb: Rgb = [part(red), part(green), part(blue)];
	return luminance(rgb) > middle ? 'light' : 'dark';
}

/** Of one to four hexadecimal digits, the most is full. */
function part(digits: string): number {
	return (255 * Number.parseInt(digits, 16)) / (16 ** digits.length - 1);
}

/**
 * Whether a terminal can be asked. The console of Linux and the oldest ones would show the question; of GNU Screen it
 * is known that the answer comes to whoever is there then: https://github.com/bash/terminal-colorsaurus/issues/16.
 * On Windows nobody has tried it.
 */
export function canBeAsked(
	{TERM: term = '', STY: screen, TMUX: tmux, ...env}: Environment,
	platform: NodeJS.Platform,
): boolean {
	return (
		platform !== 'win32' &&
		env.INK_SCREEN_READER !== 'true' &&
		screen === undefined &&
		!/^(?:$|linux|dumb|cons25|vt\d|sun|wyse|ansi$|eterm|emacs)/.test(term) &&
		(!term.startsWith('screen') || tmux !== undefined)
	);
}

/**
 * What is asked: https://invisible-island.net/xterm/ctlseqs/ctlseqs.html, OSC 11. Ended so, every terminal ends its
 * answer right.
 */
const question = '\u001B]11;?\u0007';

/** The answer, without its Escape and with either of its ends. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: it is the answer to a sequence
const answer = /^\]11;([^\u0007\u001B]{0,40})(?:\u0007|\u001B\\)$/;

/** How long an answer is waited for, in ms. */
const patience = 1000;

/** Leaving waits no longer than so long after the question: who answers at all has answered by then. */
const leavingPatience = 250;

/** A question to the terminal that is under way. */
export type Asked = {
	/** What is known by now. */
	now(): Background;
	/** Resolves with an answer that comes in time; stays open where none does. */
	readonly answered: Promise<Background>;
	/** Gives the keyboard back at once, answer or not: the process is to be stopped. */
	letGo(): void;
	/** Waits shortly for an answer that may still come: it would be typed into the shell. To be called at the end. */
	settle(): Promise<void>;
};

/**
 * Asks the terminal for its background, without waiting. The keyboard is raw from now on, for an answer would be echoed.
 * @param input - what `keyboard` sends
 * @param known - what the environment says
 * @param write - writes to the terminal
 */
export function askBackground(
	input: TerminalInput,
	keyboard: NodeJS.ReadStream,
	known: Background,
	write: (text: string) => void,
): Asked {
	const asked = performance.now();
	let background = known;
	let isWaiting = true;
	let tell = (_background: Background): void => {};
	const answered = new Promise<Background>(resolve => {
		tell = resolve;
	});
	let over = (): void => {};
	const isOver = new Promise<void>(resolve => {
		over = resolve;
	});
	const stopWaiting = (): void => {
		isWaiting = false;
		over();
	};
	// What has come while the interface was being loaded is read before: timers come first.
	const waiting = setTimeout(() => setImmediate(stopWaiting), patience).unref();

	const expectNothing = input.expect();
	void isOver.then(expectNothing);
	const stop = input.listen({
		reply(text) {
			const color = answer.exec(text)?.[1];
			if (color === undefined) {
				return;
			}

			clearTimeout(waiting);
			if (isWaiting) {
				background = backgroundOf(color) ?? background;
				tell(background);
			}

			stopWaiting();
		},
	});

	const {setRawMode} = keyboard;
	let isKept = false;
	const isAwaited = (): boolean => isWaiting && performance.now() < asked + leavingPatience;
	// Whoever takes the screen away ends this, and an answer that comes right then would be echoed.
	keyboard.setRawMode = mode => {
		isKept = !mode && isAwaited();
		return isKept ? keyboard : setRawMode.call(keyboard, mode);
	};
	keyboard.setRawMode(true);
	write(question);
	return {
		now: () => background,
		answered,
		letGo() {
			if (isKept) {
				setRawMode.call(keyboard, false);
			}
		},
		async settle() {
			if (isAwaited()) {
				keyboard.ref();
				const timer = setTimeout(over, asked + leavingPatience - performance.now());
				await isOver;
				clearTimeout(timer);
			}
			stop();
			clearTimeout(waiting);
			setRawMode.call(keyboard, false);
			keyboard.unref();
		},
	};
}

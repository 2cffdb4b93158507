import type {Background} from '../../themes/choose-theme.js';
import {luminance, type Rgb} from '../../themes/fit-color.js';
import type {TerminalInput} from './terminal-input.js';
import {hasWindow} from './window-title.js';

type Environment = Readonly<Record<string, string | undefined>>;

/** The luminance on which white and black text have the same contrast: https://www.w3.org/TR/WCAG22/#dfn-contrast-ratio */
const middle = 0.179;

/** Returns the background according to COLORFGBG, which some terminals set to two of their colour numbers; null if it isn't set. */
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

/**
 * Returns the background according to the terminal's reply to OSC 11, such as `rgb:ffff/ffff/ffff`; null if the reply can't be
 * parsed.
 */
export function backgroundOf(color: string): Background {
	const [, red, green, blue] =
		/^rgba?:([\da-f]{1,4})\/([\da-f]{1,4})\/([\da-f]{1,4})(?:\/[\da-f]{1,4})?$/i.exec(color) ?? [];
	if (red === undefined || green === undefined || blue === undefined) {
		return null;
	}
	const rgb: Rgb = [part(red), part(green), part(blue)];
	return luminance(rgb) > middle ? 'light' : 'dark';
}

/** Scales one to four hexadecimal digits to 0 to 255: the maximum of `n` digits is 255. */
function part(digits: string): number {
	return (255 * Number.parseInt(digits, 16)) / (16 ** digits.length - 1);
}

/**
 * True if the terminal may be queried. The Linux console and the oldest terminals would display the query. GNU Screen is known to
 * send the reply to any program that runs by then: https://github.com/bash/terminal-colorsaurus/issues/16. Windows is untested.
 */
export function canBeAsked(
	{TERM: term = '', STY: screen, TMUX: tmux, ...env}: Environment,
	platform: NodeJS.Platform,
): boolean {
	return (
		platform !== 'win32' &&
		env.INK_SCREEN_READER !== 'true' &&
		screen === undefined &&
		hasWindow(term) &&
		(!term.startsWith('screen') || tmux !== undefined)
	);
}

/**
 * The query, OSC 11: https://invisible-island.net/xterm/ctlseqs/ctlseqs.html. If it ends with BEL, every terminal terminates its
 * reply correctly.
 */
const question = '\u001B]11;?\u0007';

/** The reply, without its Escape and with either terminator. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: it is the answer to a sequence
const answer = /^\]11;([^\u0007\u001B]{0,40})(?:\u0007|\u001B\\)$/;

/** Time limit for the reply, in ms. */
const patience = 1000;

/** Time after the query for which exit waits for the reply, in ms. A terminal that replies at all has done so by then. */
const leavingPatience = 250;

/** A pending query to the terminal. */
export type Asked = {
	/** Returns the background as known now. */
	now(): Background;
	/** Resolves if a reply arrives in time; otherwise never. */
	readonly answered: Promise<Background>;
	/** Restores the keyboard's mode at once, before the process is stopped, even without a reply. */
	letGo(): void;
	/** Waits briefly for a reply that may still arrive, because the shell would receive it as typed keys. Call it at exit. */
	settle(): Promise<void>;
};

/**
 * Queries the terminal for its background without blocking. Sets the keyboard to raw mode, because the terminal would echo the
 * reply.
 * @param input - receives the bytes that `keyboard` sends
 * @param known - the background according to the environment
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
	let resolveBackground = (_background: Background): void => {};
	const answered = new Promise<Background>(resolve => {
		resolveBackground = resolve;
	});
	let over = (): void => {};
	const isOver = new Promise<void>(resolve => {
		over = resolve;
	});
	const stopWaiting = (): void => {
		isWaiting = false;
		over();
	};
	// `setImmediate` lets input that arrived while the interface was loading be read first: timers fire before I/O.
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
				resolveBackground(background);
			}
			stopWaiting();
		},
	});
	const {setRawMode} = keyboard;
	let isKept = false;
	const isAwaited = (): boolean => isWaiting && performance.now() < asked + leavingPatience;
	// Ink leaves raw mode when it releases the screen. A reply that arrives at that moment would be echoed.
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

import type {Background} from './choose-theme.js';
import {luminance, type Rgb} from './rgb.js';

type Environment = Readonly<Record<string, string | undefined>>;

/** White and black text have the same contrast on this: https://www.w3.org/TR/WCAG22/#dfn-contrast-ratio */
const middle = 0.179;

/** What COLORFGBG says, which some terminals set: the numbers of two of their colours; null where it doesn't. */
export const backgroundIn = ({COLORFGBG: colors = ''}: Environment): Background => {
	const number = /;(\d{1,2})$/.exec(colors)?.[1];
	return number === undefined || Number(number) > 15
		? null
		: isLightNumber(Number(number))
			? 'light'
			: 'dark';
};

const isLightNumber = (number: number): boolean => number === 7 || number > 8;

/** What a terminal's answer to OSC 11 says, such as `rgb:ffff/ffff/ffff`; null where that isn't understood. */
export const backgroundOf = (color: string): Background => {
	const [, red, green, blue] =
		/^rgba?:([\da-f]{1,4})\/([\da-f]{1,4})\/([\da-f]{1,4})(?:\/[\da-f]{1,4})?$/i.exec(color) ?? [];
	if (red === undefined || green === undefined || blue === undefined) {
		return null;
	}
	const rgb: Rgb = [part(red), part(green), part(blue)];
	return luminance(rgb) > middle ? 'light' : 'dark';
};

/** Of one to four hexadecimal digits, the most is full. */
const part = (digits: string): number => (255 * Number.parseInt(digits, 16)) / (16 ** digits.length - 1);

/**
 * Whether a terminal can be asked. The console of Linux and the oldest ones would show the question; of GNU Screen it
 * is known that the answer comes to whoever is there then: https://github.com/bash/terminal-colorsaurus/issues/16.
 * On Windows nobody has tried it.
 */
export const canBeAsked = (
	{TERM: term = '', STY: screen, TMUX: tmux, ...env}: Environment,
	platform: NodeJS.Platform,
): boolean =>
	platform !== 'win32' &&
	env.INK_SCREEN_READER !== 'true' &&
	screen === undefined &&
	!/^(?:$|linux|dumb|cons25|vt\d|sun|wyse|ansi$|eterm|emacs)/.test(term) &&
	(!term.startsWith('screen') || tmux !== undefined);

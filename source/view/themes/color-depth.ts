import type {WriteStream} from 'node:tty';
import type {ColorWhen} from './color-when.js';

/** Bits of the colours that a terminal has: none, 16 of its own, 256, or all. */
export type ColorDepth = 1 | 4 | 8 | 24;

type Environment = Readonly<Record<string, string | undefined>>;

/** Whether colours are wanted. https://no-color.org */
export const wantsColor = (when: ColorWhen, env: Environment): boolean =>
	when === 'always' || (when === 'auto' && (env.NO_COLOR ?? '') === '');

/**
 * The colours to use on a terminal. Whether any are wanted is asked before: Node would heed NO_COLOR by itself, and
 * warn of it where FORCE_COLOR is set.
 */
export const colorDepth = (
	stdout: Pick<WriteStream, 'getColorDepth'>,
	when: ColorWhen,
	env: Environment,
): ColorDepth => {
	if (!wantsColor(when, env)) {
		return 1;
	}
	const {NO_COLOR: _, NODE_DISABLE_COLORS: __, ...rest} = env;
	const bits = stdout.getColorDepth(rest);
	// Node knows it of xterm alone, not of `tmux-256color` at the other end of a connection.
	const has256 = bits > 1 && (env.TERM ?? '').endsWith('-256color');
	const depth = bits >= 24 ? 24 : bits >= 8 || has256 ? 8 : bits >= 4 ? 4 : 1;
	return when === 'always' && depth === 1 ? 4 : depth;
};

/** What FORCE_COLOR says for a depth: the library that colours is to go by the same. */
export const forcedColor = (depth: Exclude<ColorDepth, 1>): string => ({4: '1', 8: '2', 24: '3'})[depth];

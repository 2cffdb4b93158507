import type {WriteStream} from 'node:tty';

/** When colours are used; `auto`: on a terminal, unless NO_COLOR is set. */
export const colorWhens = ['auto', 'always', 'never'] as const;

/** One of them. */
export type ColorWhen = (typeof colorWhens)[number];

/** Bits of the colours that a terminal has: none, 16 of its own, 256, or all. */
export type ColorDepth = 1 | 4 | 8 | 24;

type Environment = Readonly<Record<string, string | undefined>>;

/** Whether colours are wanted. https://no-color.org */
function wantsColor(when: ColorWhen, env: Environment): boolean {
	return when === 'always' || (when === 'auto' && (env.NO_COLOR ?? '') === '');
}

/**
 * The colours to use on a terminal. Whether any are wanted is asked before: Node would heed NO_COLOR by itself, and
 * warn of it where FORCE_COLOR is set.
 */
export function colorDepth(
	stdout: Pick<WriteStream, 'getColorDepth'>,
	when: ColorWhen,
	env: Environment,
): ColorDepth {
	if (!wantsColor(when, env)) {
		return 1;
	}
	const {NO_COLOR: _, NODE_DISABLE_COLORS: __, ...rest} = env;
	const bits = stdout.getColorDepth(rest);
	const depth = bits > 1 ? Math.max(bits, named(env)) : when === 'always' ? 4 : 1;
	// GNU Screen takes true colours for something else, whatever the terminal around it has.
	const isGnuScreen =
		env.STY !== undefined || ((env.TERM ?? '').startsWith('screen') && env.TMUX === undefined);
	return depth >= 24 && !isGnuScreen ? 24 : depth >= 8 ? 8 : depth >= 4 ? 4 : 1;
}

/** What is said of a terminal where Node doesn't look: of `tmux-256color` far away, and within tmux of true colours. */
function named({COLORTERM: colors = '', TERM: term = ''}: Environment): number {
	return /^(?:truecolor|24bit)$/.test(colors) ? 24 : term.endsWith('-256color') ? 8 : 4;
}

/** What FORCE_COLOR says for a depth: the library that colours is to go by the same. */
export function forcedColor(depth: Exclude<ColorDepth, 1>): string {
	return {4: '1', 8: '2', 24: '3'}[depth];
}

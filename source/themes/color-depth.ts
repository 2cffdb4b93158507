import type {WriteStream} from 'node:tty';

/** When colours are used. `auto`: on a terminal, unless NO_COLOR is set. */
export const colorWhens = ['auto', 'always', 'never'] as const;

/** When colours are used. */
export type ColorWhen = (typeof colorWhens)[number];

/** Bits per colour: no colours, the terminal's 16, 256, or true colour. */
export type ColorDepth = 1 | 4 | 8 | 24;

type Environment = Readonly<Record<string, string | undefined>>;

/** Checks whether colours are wanted. https://no-color.org */
function wantsColor(when: ColorWhen, env: Environment): boolean {
	return when === 'always' || (when === 'auto' && (env.NO_COLOR ?? '') === '');
}

/**
 * Returns the colour depth for a terminal. It checks NO_COLOR itself: Node would obey it always, and print a warning if
 * FORCE_COLOR is also set.
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
	// GNU Screen misinterprets true colours, even if the outer terminal has them.
	const isGnuScreen =
		env.STY !== undefined || ((env.TERM ?? '').startsWith('screen') && env.TMUX === undefined);
	return depth >= 24 && !isGnuScreen ? 24 : depth >= 8 ? 8 : depth >= 4 ? 4 : 1;
}

/**
 * Returns the colour depth that the environment claims where Node doesn't check it: for a remote `tmux-256color`, and for true
 * colours within tmux.
 */
function named({COLORTERM: colors = '', TERM: term = ''}: Environment): number {
	return /^(?:truecolor|24bit)$/.test(colors) ? 24 : term.endsWith('-256color') ? 8 : 4;
}

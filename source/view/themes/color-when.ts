/** When colours are used; `auto`: on a terminal, unless NO_COLOR is set. */
export const colorWhens = ['auto', 'always', 'never'] as const;

/** One of them. */
export type ColorWhen = (typeof colorWhens)[number];

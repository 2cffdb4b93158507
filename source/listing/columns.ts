/** The six columns of the listing, in their order on the screen and in print. */
export const columns = ['status', 'ip', 'method', 'url', 'time', 'token'] as const;

/** One of them. */
export type Column = (typeof columns)[number];

/** One text per column. */
export type Cells = Readonly<Record<Column, string>>;

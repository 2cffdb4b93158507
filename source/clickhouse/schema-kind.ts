/**
 * What of a server's tables is to be made: `single` for one server; `sharded` for several without copies, its statements
 * for each of them; `replicated` for several with copies, once for all of them.
 */
export const schemas = ['single', 'sharded', 'replicated'] as const;

/** One of them. */
export type Schema = (typeof schemas)[number];

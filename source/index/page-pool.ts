export type Page = Int32Array<ArrayBuffer>;

/** 8 MiB of the pages that dictionaries have. */
const mostFree = 32;

const free: Page[] = [];

/** A page of so many words, whatever is in them: always the same number. */
export const takePage = (length: number): Page => free.pop() ?? new Int32Array(length);

/**
 * What one dictionary gives back the next one takes, up to a number of pages: waiting for the garbage collector, several
 * times as much would be in use.
 */
export const givePages = (pages: readonly Page[]): void => {
	free.push(...pages.slice(0, mostFree - free.length));
};

/** `1 line`, `2 lines`: so many of something, in English. */
export const counted = (n: number, one: string): string => `${n} ${n === 1 ? one : `${one}s`}`;

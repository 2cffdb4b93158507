/**
 * A text as one word of a POSIX shell, whatever it holds but NUL: in single quotes nothing means anything but the quote
 * itself. https://pubs.opengroup.org/onlinepubs/9799919799/utilities/V3_chap02.html#tag_19_02_02
 */
export const shellQuoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;

/** The order of texts by their code units, which no locale changes: for `sort`. */
export const compareTexts = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

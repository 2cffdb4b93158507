/** What can be printed: entries in four forms, or how many there are. */
export const printForms = ['json', 'csv', 'text', 'raw', 'count'] as const;

/** One of them. */
export type PrintForm = (typeof printForms)[number];

/** A probable problem of a log, and what the user can do about it. */
export type Hint = {readonly text: string; readonly advice: string};

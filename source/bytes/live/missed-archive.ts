/** A compressed rotated file that was made since the watching began, and the path of its log. */
export type MissedArchive = {readonly archive: string; readonly log: string};

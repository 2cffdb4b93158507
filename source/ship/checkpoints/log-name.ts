/** What tells logs apart: what they begin with, and a number for those that begin alike. */
export type LogName = {
	/** See `fingerprintOf`. */
	readonly fingerprint: string;
	/** 0 for the first. */
	readonly ordinal: number;
};

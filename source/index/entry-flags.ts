/** Bits of a segment's column of flags. */
export const entryFlags = {
	/** The line has no time. */
	timeless: 1,
	/** The line was cut, or had no line end when nothing more could come. */
	incomplete: 2,
	/** The line has no time, and was read as it was written: it has the time at which it was read. */
	timeOfReading: 4,
} as const;

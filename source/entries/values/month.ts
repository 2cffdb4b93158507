/** The English names of the months, as in most logs. */
export const monthNames: readonly string[] = 'Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec'.split(' ');

/** The same as 24 bits, lower case. */
const months = new Map(
	monthNames.map((name, index) => [
		(name.charCodeAt(0) << 16) | (name.charCodeAt(1) << 8) | name.charCodeAt(2) | 0x20_20_20,
		index,
	]),
);

/** Returns the month (0 to 11) whose three-letter English name is at `at`, or -1. */
export function monthOf(bytes: Buffer, at: number): number {
	return (
		months.get(((bytes[at] ?? 0) << 16) | ((bytes[at + 1] ?? 0) << 8) | (bytes[at + 2] ?? 0) | 0x20_20_20) ??
		-1
	);
}

/** Sixteen hexadecimal digits. Whoever guesses them makes a file that isn't taken: it must be a new one. */
export const randomName = (): string => word() + word();

// Loading node:crypto takes 10 ms.
const word = (): string =>
	Math.floor(Math.random() * 2 ** 32)
		.toString(16)
		.padStart(8, '0');

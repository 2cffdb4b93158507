/** Number of cached strings, about 1 MB. Strings of a log repeat. */
const most = 4096;
const longest = 512;

/** Caches the results of a function of strings. Finding the secrets in one string takes some 10 µs. */
export function remembering<Made>(make: (text: string) => Made): (text: string) => Made {
	const made = new Map<string, Made>();
	return text => {
		const known = made.get(text);
		if (known !== undefined) {
			return known;
		}
		const result = make(text);
		if (text.length <= longest) {
			if (made.size === most) {
				made.clear();
			}
			made.set(text, result);
		}
		return result;
	};
}

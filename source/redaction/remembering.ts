/** Texts of a log come again and again; what was made of so many is remembered, about a megabyte. */
const most = 4096;
const longest = 512;

/** The same function, for texts: finding what is secret in one takes some ten microseconds. */
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

/** Returns a function that caches its last result and returns it again for the same arguments. */
export function remembered<Args extends readonly unknown[], Result>(
	make: (...args: Args) => Result,
): (...args: Args) => Result {
	let last: {readonly args: Args; readonly result: Result} | undefined;
	return (...args) => {
		if (!last || args.some((arg, index) => !Object.is(arg, last?.args[index]))) {
			last = {args, result: make(...args)};
		}
		return last.result;
	};
}

/**
 * A line of bars, one for each number, the greatest the highest. Nothing is a space, and something never is.
 * @param levels - the bars, from the lowest to the highest
 */
export function sparkline(numbers: readonly number[], levels: string): string {
	const bars = Array.from(levels);
	const greatest = Math.max(...numbers);
	return numbers
		.map(number => (number > 0 ? bars[Math.ceil((number / greatest) * bars.length) - 1] : ' '))
		.join('');
}

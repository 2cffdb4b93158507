/** The count line of `n` matching requests. Its text is fixed: plain digits, and never "1 result". */
export function countLine(n: number): string {
	return `${n} results found`;
}

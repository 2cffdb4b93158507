/** What the user is told where a log was rotated more than once between two looks at it. */
export function missedText(files: string): string {
	return `rotated several times within a moment; what was written in between is read from ${files}.`;
}

/** The same where that can't be decoded here. */
export function unreadText(file: string, problem: string): string {
	return `rotated several times within a moment; what was written in between is in ${file}, which is not read: ${problem}`;
}

/** What the user is told where a log was rotated more than once between two looks at it. */
export function unseenText(files: string): string {
	return `rotated several times within a moment; what was written in between is read from ${files}.`;
}

/** The same where that can't be decoded here. */
export function unreadText(file: string, problem: string): string {
	return `rotated several times within a moment; what was written in between is in ${file}, which is not read: ${problem}`;
}

/** What the user is told where a log that was replaced wasn't looked at for so long, milliseconds, and files are gone. */
export function gapText(pause: number, files: string): string {
	const read = files === '' ? '' : `; what was written in between is read from ${files}`;
	return (
		`not looked at for ${Math.round(pause / 1000)} s, and replaced meanwhile${read}. ` +
		'Files in between that were moved elsewhere or deleted are not read, so lines may be missing, an unknown amount.'
	);
}

/** The same where that can't be opened. */
export function lockedText(file: string, problem: string): string {
	return `rotated several times within a moment; what was written in between is in ${file}, which can not be read (${problem}), so its lines are missing.`;
}

/** What was found out about one thing, and with a warning what to do. Texts are not sanitised. */
export type Finding = {
	/** What it is about, in a word or two, or a path. */
	readonly subject: string;
	readonly text: string;
} & ({readonly state: 'ok'} | {readonly state: 'warning'; readonly advice: string});

/** A finding that there is nothing to do about. */
export function fine(subject: string, text: string): Finding {
	return {state: 'ok', subject, text};
}

/** A finding with what to do about it. */
export function warning(subject: string, text: string, advice: string): Finding {
	return {
		state: 'warning',
		subject,
		text,
		advice,
	};
}

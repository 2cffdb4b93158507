/** The result of one check, with advice if it is a warning. Not sanitised. */
export type Finding = {
	/** The subject in a word or two, or a path. */
	readonly subject: string;
	readonly text: string;
} & ({readonly state: 'ok'} | {readonly state: 'warning'; readonly advice: string});

/** Creates a finding without a problem. */
export function fine(subject: string, text: string): Finding {
	return {state: 'ok', subject, text};
}

/** Creates a finding with a problem and advice. */
export function warning(subject: string, text: string, advice: string): Finding {
	return {
		state: 'warning',
		subject,
		text,
		advice,
	};
}

/** What was found out about one thing, and with a warning what to do. Texts are not sanitised. */
export type Finding = {
	/** What it is about, in a word or two, or a path. */
	readonly subject: string;
	readonly text: string;
} & ({readonly state: 'ok'} | {readonly state: 'warning'; readonly advice: string});

/** A finding that there is nothing to do about. */
export const fine = (subject: string, text: string): Finding => ({state: 'ok', subject, text});

/** A finding with what to do about it. */
export const warning = (subject: string, text: string, advice: string): Finding => ({
	state: 'warning',
	subject,
	text,
	advice,
});

/** The forms of a rule, and what each is for: for messages, help and manual. */
export const ruleForms = [
	{form: 'any SEARCH [every DURATION]', help: 'each new match; told once in that time at most (1m)'},
	{form: 'SEARCH over N in DURATION', help: 'more than N requests match'},
	{form: 'SEARCH under N in DURATION', help: 'fewer than N do: under 1 in 5m is silence'},
	{
		form: 'SEARCH share over P% in DURATION [min N] [of SEARCH]',
		help: 'so much of N (20) requests or more; also under',
	},
] as const;

import {RE2JS, RE2JSException} from 're2js';

/** Why a regular expression can't be used; its place is that in the expression. */
export class RegexpError extends Error {
	override readonly name = 'RegexpError';
	readonly start: number;
	readonly end: number;

	constructor(message: string, start: number, end: number, options?: ErrorOptions) {
		super(message, options);
		this.start = start;
		this.end = end;
	}
}

/** What has capitals in a regular expression without meaning a letter. */
const escapes = /\\(?:[pP]\{[^}]*\}|x\{[^}]*\}|u\{[^}]*\}|x..|u....|.)|\(\?P?<[^>]*>/gsu;

/** Whether a regular expression has a capital that means one. */
export const hasCapital = (source: string): boolean => {
	const letters = source.replace(escapes, '');
	return letters !== letters.toLowerCase();
};

/**
 * Makes the test for a regular expression.
 * @throws RegexpError when it is none
 */
export const compileRegexp = (source: string, isExact: boolean): ((text: string) => boolean) => {
	try {
		const compiled = RE2JS.compile(source, isExact ? 0 : RE2JS.CASE_INSENSITIVE);
		return text => compiled.test(text);
	} catch (error) {
		if (!(error instanceof RE2JSException)) {
			throw error;
		}
		throw new RegexpError(error.message, 0, source.length, {cause: error});
	}
};

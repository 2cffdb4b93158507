import {requireOf} from '../../start/parts.js';
import {explainRegexpProblem, type RegexpProblem} from './regexp-problem.js';

/** Thrown if a regular expression can't be used. The range is in the expression, in UTF-16 units. */
export class RegexpError extends Error {
	override readonly name = 'RegexpError';
	readonly start: number;
	readonly end: number;

	constructor({message, start, end}: RegexpProblem, options?: ErrorOptions) {
		super(message, options);
		this.start = start;
		this.end = end;
	}
}

/** Parts of a regular expression whose capitals aren't letters to match: escapes, and names of groups. */
const escapes = /\\(?:[pP]\{[^}]*\}|[pP].|x\{[^}]*\}|x..|.)|\[:\^?\w*:\]|\(\?P?<[^>]*>/gsu;

/** True if a regular expression contains a capital letter to match. */
export function hasCapital(source: string): boolean {
	const letters = source.replace(escapes, '');
	return letters !== letters.toLowerCase();
}

/**
 * Maximum number of instructions of a compiled expression. The time for a string is proportional to this number times its length,
 * and can't be interrupted. The worst expressions found (`(a|b)*a(a|b){330}x`) take 0.9 s for 64 KiB, the longest line.
 */
const maxProgramLength = 1000;

/** Loads the library when it is first needed. That takes 30 ms, by which it would delay the first screen. */
function load(): typeof import('re2js') {
	return requireOf('query/regexps/regexp-engine.cjs') as typeof import('re2js');
}

/**
 * Compiles a regular expression into a test of strings. Time and memory are bounded: an automaton reads the string once, without
 * backtracking. It matches code points, not UTF-16 units; unless `isExact`, it ignores case.
 *
 * Measured on 200,000 URLs of 60 characters on average, on Node 20, in ms without case / with case; for comparison JavaScript's
 * own engine in a `vm` with a time limit, without case:
 *
 *     ^/admin/.*\.php$         119 / 39        21
 *     (?:en|de)/cat-\d+        174 / 84        42
 *     \.(php|asp)x?$           118 / 34        25
 *     a.*b.*c                  100 / 59        62
 *     (a+)+$                   109 / 102       44; on `aaaa…!` of the same length, doesn't end
 *     .*.*.*=.*                141 / 78        10,153
 *     (.*a){12}                103 / 93        doesn't end
 *
 * RE2JS is always fast enough, JavaScript's engine isn't. The worst expressions for RE2JS look like `(a|b)*a(a|b){20}x`: a string
 * of 60 characters then takes 0.25 ms. Callers that test many strings must allow for that.
 * @throws RegexpError for an invalid expression
 */
export function compileRegexp(source: string, isExact: boolean): (text: string) => boolean {
	const compiled = compileWith(source, isExact);
	return text => compiled.test(text);
}

/** An expression compiled by the library. */
export type RegexpEngine = InstanceType<ReturnType<typeof load>['RE2JS']>;

/**
 * Compiles a regular expression with the library.
 * @throws RegexpError for an invalid expression
 */
export function compileWith(source: string, isExact: boolean): RegexpEngine {
	const {RE2JS, RE2JSSyntaxException} = load();
	try {
		const compiled = RE2JS.compile(source, isExact ? 0 : RE2JS.CASE_INSENSITIVE);
		if (compiled.programSize() > maxProgramLength) {
			throw new RegexpError(explainRegexpProblem(source, 'expression too large', ''));
		}
		return compiled;
	} catch (error) {
		if (!(error instanceof RE2JSSyntaxException)) {
			throw error;
		}
		const {error: what, input} = error;
		throw new RegexpError(explainRegexpProblem(source, what, input ?? ''), {cause: error});
	}
}

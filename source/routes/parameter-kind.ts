import {
	closeBrace,
	dash,
	dot,
	isDigit,
	isLetter,
	openBrace,
	percent,
	space,
	tilde,
	underscore,
} from '../ascii.js';
import {maxRouteLength} from './route.js';

/** Rule for the values of a parameter in the path of a URL. */
type ParameterKind = {
	/** Checks whether the value may contain a character, given its code unit. */
	readonly allows: (unit: number) => boolean;
	/** Minimum and maximum number of characters. */
	readonly min: number;
	readonly max: number;
	/** True if all characters may be digits. */
	readonly mayBeNumber: boolean;
};

/** Ends a truncated shape, which can't be matched as a URL. */
const ellipsis = 0x2026;

/** Accepts letters of any script, digits, `-`, `_`, `~` and percent-encoded characters. */
function isSlug(unit: number): boolean {
	return (
		isLetter(unit) ||
		isDigit(unit) ||
		unit === dash ||
		unit === underscore ||
		unit === tilde ||
		unit === percent ||
		(unit >= 0xa0 && unit !== ellipsis)
	);
}

/** Rejects braces: a path with braces is a shape, and a shape matches no other shape. */
function isOther(unit: number): boolean {
	return unit > space && unit !== openBrace && unit !== closeBrace && unit !== ellipsis;
}

const some = {min: 1, max: maxRouteLength, mayBeNumber: true};

/** Rules for the kinds of parameters. */
const kinds = {
	language: {...some, allows: isLetter, min: 2, max: 2},
	id: {...some, allows: isDigit},
	slug: {...some, allows: isSlug, mayBeNumber: false},
	/** Allows dots, too: `jquery.min` is a file name. */
	fileName: {...some, allows: (unit: number) => isSlug(unit) || unit === dot},
	other: {...some, allows: isOther},
} as const satisfies Record<string, ParameterKind>;

/**
 * Returns the rule for a parameter by its name:
 *
 * - `language`: two letters
 * - names that end in `id`: an integer
 * - names that end in `slug`: a word of a URL, not a number
 * - names that end in `file_name`: the name of a file
 * - all other names: anything between two slashes
 */
export function parameterKind(name: string): ParameterKind {
	if (name === 'language') {
		return kinds.language;
	}
	if (/(?:^|_)id$/.test(name)) {
		return kinds.id;
	}
	if (/(?:^|_)slug$/.test(name)) {
		return kinds.slug;
	}
	return /(?:^|_)file_name$/.test(name) ? kinds.fileName : kinds.other;
}

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
import {longestRoute} from './route.js';

/** What can stand for a parameter in the path of a URL: some characters, at least one. */
type ParameterKind = {
	/** Whether a character (its code unit) may be among them. */
	readonly allows: (unit: number) => boolean;
	/** How many there may be. */
	readonly least: number;
	readonly most: number;
	/** Whether all of them may be digits. */
	readonly mayBeNumber: boolean;
};

/** Ends a shape that was cut, which isn't a URL. */
const ellipsis = 0x2026;

/** Letters of any script, digits, `-`, `_`, `~` and what is encoded with `%`. */
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

/** Braces are those of a shape, which is of no other. */
function isOther(unit: number): boolean {
	return unit > space && unit !== openBrace && unit !== closeBrace && unit !== ellipsis;
}

const some = {least: 1, most: longestRoute, mayBeNumber: true};

/** What each kind of parameter allows. */
const kinds = {
	language: {...some, allows: isLetter, least: 2, most: 2},
	id: {...some, allows: isDigit},
	slug: {...some, allows: isSlug, mayBeNumber: false},
	/** A dot, too: `jquery.min` is the name of a file. */
	fileName: {...some, allows: (unit: number) => isSlug(unit) || unit === dot},
	other: {...some, allows: isOther},
} as const satisfies Record<string, ParameterKind>;

/**
 * What a parameter of that name stands for: `language` for two letters, names that end in `id`, `slug` and `file_name`
 * for a whole number, a word of a URL (which isn't a number) and a file's name, all others for anything between two slashes.
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

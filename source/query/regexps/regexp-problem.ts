import {quotedInMessage} from '../quoted.js';

/** A problem of a regular expression: a message with a fix, and its range in UTF-16 units. */
export type RegexpProblem = {readonly message: string; readonly start: number; readonly end: number};

/**
 * Explains in plain words why a regular expression can't be used.
 * @param what - the message of re2js
 * @param fragment - the part that re2js complains about, or the rest of the expression from there
 */
export function explainRegexpProblem(source: string, what: string, fragment: string): RegexpProblem {
	const parts = partsIn(source);
	const at = (text: string, isInClass?: boolean): number =>
		parts.find(
			part =>
				(isInClass === undefined || part.isInClass === isInClass) && source.startsWith(text, part.start),
		)?.start ?? Math.max(0, source.indexOf(text));
	const here = (message: string, start: number, length: number): RegexpProblem => ({
		message,
		start,
		end: Math.min(start + length, source.length),
	});
	switch (what) {
		case 'missing closing )':
			return here(
				'this parenthesis is never closed: close it, or write \\( for the character',
				unclosed(source, parts),
				1,
			);
		case 'unexpected )':
			return here(
				'this parenthesis was never opened: remove it, or write \\) for the character',
				unopened(source, parts),
				1,
			);
		case 'missing closing ]':
			return here(
				'this bracket is never closed: close it with ], or write \\[ for the character',
				source.length - fragment.length,
				1,
			);
		case 'trailing backslash at end of expression':
			return here(
				'a character is missing after the backslash: write \\\\ for the backslash itself',
				source.length - 1,
				1,
			);
		case 'missing argument to repetition operator':
			return here(
				`${quotedInMessage(fragment)} has no preceding character to repeat: write \\${fragment.charAt(0)} for the character`,
				at(fragment, false),
				fragment.length,
			);
		case 'invalid nested repetition operator':
			return here(
				fragment.endsWith('+')
					? `${quotedInMessage(fragment)} repeats twice: remove the last +, because this engine never backtracks`
					: `${quotedInMessage(fragment)} repeats twice: remove one of them`,
				at(fragment, false),
				fragment.length,
			);
		case 'invalid repeat count':
			return repeatCount(fragment, source.lastIndexOf(fragment));
		case 'invalid escape sequence':
			return here(escapeProblem(source, fragment, at(fragment)), at(fragment), fragment.length);
		case 'invalid character class range':
			return here(characterClass(fragment), at(fragment), fragment.length);
		case 'invalid or unsupported Perl syntax':
			return {message: group(source, at(fragment, false)), ...groupAt(source, at(fragment, false))};
		case 'invalid named capture':
			return {message: group(source, at(fragment, false)), ...groupAt(source, at(fragment, false))};
		case 'duplicate capture group name':
			return here(
				`two groups are called “${quotedInMessage(fragment)}”: remove the names, ( is enough`,
				source.lastIndexOf(`<${fragment}>`) + 1,
				fragment.length,
			);
		case 'expression nests too deeply':
			return here('too many nested parentheses: remove some', 0, source.length);
		case 'expression too large':
			return here('too large: repeat less, or split it into several terms', 0, source.length);
		default:
			return here(`not a regular expression: ${what}`, 0, source.length);
	}
}

type PartStart = {readonly start: number; readonly isInClass: boolean};

/** Returns the offsets at which a part of the expression begins. Offsets within an escape are omitted. */
function partsIn(source: string): readonly PartStart[] {
	const parts: PartStart[] = [];
	let isInClass = false;
	for (let at = 0; at < source.length; at++) {
		parts.push({start: at, isInClass});
		const unit = source[at];
		if (unit === '\\' && source[at + 1] === 'Q' && !isInClass) {
			const end = source.indexOf('\\E', at);
			at = end === -1 ? source.length : end + 1;
		} else if (unit === '\\') {
			at++;
		} else if (isInClass) {
			isInClass = unit !== ']';
		} else if (unit === '[') {
			isInClass = true;
			// A bracket right after the opening one belongs to the class.
			at += /^\^?\]/.exec(source.slice(at + 1, at + 3))?.[0].length ?? 0;
		}
	}
	return parts;
}

function unclosed(source: string, parts: readonly PartStart[]): number {
	return parentheses(source, parts).open.at(-1) ?? 0;
}

function unopened(source: string, parts: readonly PartStart[]): number {
	return parentheses(source, parts).unopened ?? 0;
}

/** Returns the offsets of parentheses that are never closed, and of the first closing one without an opening one. */
function parentheses(
	source: string,
	parts: readonly PartStart[],
): {readonly open: readonly number[]; readonly unopened: number | undefined} {
	const open: number[] = [];
	for (const {start} of parts.filter(({isInClass}) => !isInClass)) {
		if (source[start] === '(') {
			open.push(start);
		} else if (source[start] === ')' && open.pop() === undefined) {
			return {open, unopened: start};
		}
	}
	return {open, unopened: undefined};
}

function repeatCount(fragment: string, start: number): RegexpProblem {
	const [, min = '', max = ''] = /^\{(\d+)(?:,(\d*))?\}$/.exec(fragment) ?? [];
	const isReversed = max !== '' && Number(min) > Number(max);
	return {
		message: isReversed
			? `${quotedInMessage(fragment)} is an impossible range: write the smaller number first, {${quotedInMessage(max)},${quotedInMessage(min)}}`
			: 'repeated too often: at most 1000 times, with nested counts multiplied',
		start: Math.max(0, start),
		end: Math.max(0, start) + fragment.length,
	};
}

function escapeProblem(source: string, fragment: string, at: number): string {
	if (/^\\[1-9]/.test(fragment) || fragment === '\\k') {
		return 'back-references are not supported: a group’s match can’t be used again';
	}
	if (fragment === '\\u') {
		const [, digits = '00e9'] = /^\\u\{?([\da-f]+)/i.exec(source.slice(at)) ?? [];
		return `\\u is not understood: write \\x{${quotedInMessage(digits)}}`;
	}
	if (fragment.startsWith('\\x')) {
		return 'not the number of a character: write \\x2f or \\x{20ac}';
	}
	const character = quotedInMessage(fragment.slice(1));
	return /^[a-z\d]/i.test(character)
		? `${quotedInMessage(fragment)} is not understood: write ${character} for the character itself, \\d for a digit, \\w for a letter, \\s for a space`
		: `${character} needs no backslash: write ${character}`;
}

function characterClass(fragment: string): string {
	if (/^\\p/i.test(fragment)) {
		return `${quotedInMessage(fragment)} is not a character class: write \\p{L} for letters, \\p{Lu} for capitals, \\p{Greek} for a script`;
	}
	if (fragment.startsWith('[:')) {
		return `${quotedInMessage(fragment)} is not a character class: write [:alpha:], [:digit:], [:alnum:] or [:space:]`;
	}
	return `${quotedInMessage(fragment)} is an impossible range: write the smaller character first, or \\- for the character -`;
}

const reason = 'it can’t be matched in linear time';

const groups: ReadonlyArray<readonly [start: string, message: string]> = [
	['(?=', `look-ahead (?=…) is not supported, ${reason}: use two terms, such as url:~a url:~b`],
	['(?!', `look-ahead (?!…) is not supported, ${reason}: use two terms, such as url:~a -url:~b`],
	['(?<=', `look-behind (?<=…) is not supported, ${reason}: use two terms, such as url:~a url:~b`],
	['(?<!', `look-behind (?<!…) is not supported, ${reason}: use two terms, such as url:~a -url:~b`],
	['(?P=', 'back-references are not supported: a group’s match can’t be used again'],
	['(?>', 'atomic groups (?>…) are not needed, because this engine never backtracks: write (?:…)'],
	['(?#', 'comments are not supported: remove it'],
	['(?<', 'not a valid group name: remove it, ( is enough'],
	['(?P', 'not a valid group name: remove it, ( is enough'],
];

function group(source: string, at: number): string {
	return (
		groups.find(([start]) => source.startsWith(start, at))?.[1] ??
		'not a group: write (…), (?:…), or (?i:…) for one without case'
	);
}

function groupAt(source: string, at: number): {readonly start: number; readonly end: number} {
	const start = groups.find(([text]) => source.startsWith(text, at))?.[0] ?? '(?';
	return {start: at, end: at + start.length};
}

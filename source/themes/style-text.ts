import {nearest} from '../nearest.js';
import {ownColorNames, rgbOf} from './fit-color.js';
import type {Style} from './theme.js';

/** Words for weights, and the matching property of a style. */
const weights = {bold: 'bold', dim: 'dimColor', inverse: 'inverse', underline: 'underline'} as const;

/** `bright-red` for `redBright`. */
const colors: ReadonlyMap<string, string> = new Map([
	...ownColorNames.map(name => [name.replace(/^(.*)Bright$/, 'bright-$1'), name] as const),
	['gray', 'blackBright'],
	['grey', 'blackBright'],
]);

const words = [...Object.keys(weights), ...colors.keys(), 'on', 'plain'];

/**
 * Parses a style as a user writes it: weights, a colour, and after `on` a background colour, such as `bold white on #8a2f3c`.
 * `plain` is the empty style. Returns a message with the problem and the solution if the text is invalid.
 */
export function readStyle(text: string): {readonly style: Style} | {readonly problem: string} {
	const style: {-readonly [Name in keyof Style]: Style[Name]} = {};
	let isBehindOn = false;
	for (const word of text
		.toLowerCase()
		.split(/\s+/)
		.filter(word => word !== '')) {
		const color = rgbOf(word) === undefined ? colors.get(word) : word;
		const part = isBehindOn ? 'backgroundColor' : 'color';
		if (isWeight(word)) {
			style[weights[word]] = true;
		} else if (word === 'on' && !isBehindOn) {
			isBehindOn = true;
		} else if (color !== undefined) {
			if (style[part] !== undefined) {
				return {problem: `${word} is one colour too many: write "COLOUR on COLOUR"`};
			}
			style[part] = color;
		} else if (word !== 'plain') {
			return {problem: wordProblem(word)};
		}
	}
	return isBehindOn && style.backgroundColor === undefined
		? {problem: 'a background colour is missing after "on": write it, or remove "on"'}
		: {style};
}

function isWeight(word: string): word is keyof typeof weights {
	return Object.hasOwn(weights, word);
}

function wordProblem(word: string): string {
	if (word.startsWith('#')) {
		return `${word} isn't a colour: write six hexadecimal digits, such as #8a2f3c`;
	}
	const near = nearest(word, words);
	return near === undefined
		? `there is no colour ${word}: write one such as red, bright-red or #8a2f3c; with it bold, dim, inverse, underline, on COLOUR`
		: `there is no ${word}: did you mean ${near}?`;
}

/** Formats a style in the syntax of `readStyle`. */
export function styleText(style: Style): string {
	const names = new Map([...colors].map(([word, name]) => [name, word] as const).reverse());
	const named = (color: string): string => names.get(color) ?? color;
	const parts = [
		...Object.entries(weights).flatMap(([word, part]) => (style[part] ? [word] : [])),
		...(style.color === undefined ? [] : [named(style.color)]),
		...(style.backgroundColor === undefined ? [] : ['on', named(style.backgroundColor)]),
	];
	return parts.length === 0 ? 'plain' : parts.join(' ');
}

import fc from 'fast-check';
import {anyJson, anyText} from './any-text.js';

/** A value that JSON can hold, under names that no log has. */
const junk = anyJson(3).map(withoutNames);

function withoutNames(value: unknown): unknown {
	if (Array.isArray(value)) {
		return value.map(withoutNames);
	}
	return value !== null && typeof value === 'object'
		? Object.fromEntries(Object.entries(value).map(([key, inner]) => [`ž${key}`, withoutNames(inner)]))
		: value;
}

/** Members of an object that mean nothing. */
export const junkMembers = fc.array(
	fc.tuple(
		fc.oneof(
			anyText({maxLength: 8}).map(key => `ž${key}`),
			fc.constantFrom('__proto__', 'constructor', 'toString', 'hasOwnProperty', 'x', 'statu', 'statuss'),
		),
		junk,
	),
	{maxLength: 6},
);

/** A member of an object: a key and its value. Objects are lists of them, as keys may come twice. */
export type Member = readonly [key: string, value: unknown];

const space = fc.constantFrom('', '', '', ' ', '  ', '\t');

/** Ways to write a character in a string: as it is, or escaped. */
function written(text: string, ways: readonly number[]): string {
	if (text === '-') {
		// That it stands for none is no matter of JSON.
		return '"-"';
	}
	let result = '';
	for (let index = 0; index < text.length; index++) {
		const unit = text.charCodeAt(index);
		const way = ways[index % Math.max(1, ways.length)] ?? 0;
		const isEscaped = way === 0 || (unit >= 0xd8_00 && unit <= 0xdf_ff && way === 1);
		result += isEscaped
			? `\\u${unit.toString(16).padStart(4, '0')}`
			: unit === 47 && way === 1
				? '\\/'
				: JSON.stringify(text[index]).slice(1, -1);
	}
	return `"${result}"`;
}

/** The text of an object with these members, in any of the ways in which it may be written. */
export function jsonText(members: fc.Arbitrary<readonly Member[]>): fc.Arbitrary<string> {
	return fc
		.tuple(
			members,
			fc.array(space, {minLength: 1, maxLength: 7}),
			fc.array(fc.integer({min: 0, max: 9}), {minLength: 1, maxLength: 11}),
		)
		.map(([list, spaces, ways]) => {
			let turn = 0;
			const gap = (): string => spaces[turn++ % spaces.length] ?? '';
			const write = (value: unknown): string =>
				typeof value === 'string' ? written(value, ways) : JSON.stringify(value);
			const inside = list.map(
				([key, value]) => `${gap()}${written(key, ways)}${gap()}:${gap()}${write(value)}${gap()}`,
			);
			return `${gap()}{${inside.join(',')}}${gap()}`;
		});
}

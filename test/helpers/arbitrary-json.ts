import fc from 'fast-check';
import {anyJson, anyText} from './any-text.js';

/** JSON values whose keys occur in no log format. */
const junk = anyJson(3).map(withoutNames);

function withoutNames(value: unknown): unknown {
	if (Array.isArray(value)) {
		return value.map(withoutNames);
	}
	return value !== null && typeof value === 'object'
		? Object.fromEntries(Object.entries(value).map(([key, inner]) => [`ž${key}`, withoutNames(inner)]))
		: value;
}

/** Object members that no log format reads. */
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

/** A member of an object: a key and its value. An object is a list of members, because a key may occur twice. */
export type Member = readonly [key: string, value: unknown];

const space = fc.constantFrom('', '', '', ' ', '  ', '\t');

/** Writes a JSON string. `ways` selects for each UTF-16 code unit whether it is escaped. */
function written(text: string, ways: readonly number[]): string {
	if (text === '-') {
		// Never escaped: JSON doesn't define that `-` means a missing value.
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

/** Serialised objects with these members. Spaces and escapes vary. */
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

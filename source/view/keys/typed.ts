/** What was typed while a line is being written. */
export type Typed =
	/** Characters. */
	| {readonly type: 'text'; readonly text: string}
	/** A key of another kind, named as in `keyNames`. */
	| {readonly type: 'key'; readonly key: string};

/** Whether a key's name is the character that it types. */
export const isCharacter = (name: string): boolean => name === 'space' || [...name].length === 1;

/** The first thing typed among these keys, and how many of them it takes: characters that came at once are one text. */
export function firstTyped(names: readonly string[]): {readonly typed: Typed; readonly length: number} {
	const end = names.findIndex(name => !isCharacter(name));
	const length = end === -1 ? names.length : end;
	return length === 0
		? {typed: {type: 'key', key: names[0] ?? ''}, length: 1}
		: {
				typed: {
					type: 'text',
					text: names
						.slice(0, length)
						.map(name => (name === 'space' ? ' ' : name))
						.join(''),
				},
				length,
			};
}

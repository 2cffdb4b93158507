import {joinedHints, keyed, keyedBy, withoutNulls} from '../../keys/keyed.js';

/** The progress of a new user: just started, has selected a row, or has searched. */
export type Situation = 'start' | 'row' | 'search';

/** Separator of two hints. */
export const hintSeparator = '; ';

/** Returns the keys that are the most useful ones in a situation. */
export function welcomeText(situation: Situation): string {
	const texts: Readonly<Record<Situation, ReadonlyArray<string | null>>> = {
		start: [
			joinedHints(keyedBy('status5', 'shows only 5xx'), keyedBy('statusAll', 'all again')),
			keyedBy('palette', 'finds every command by its name'),
		],
		row: [
			keyedBy('open', 'shows its details'),
			keyedBy('sameClientNext', 'the next request of this client'),
			keyed`${'cellRight'} ${'wanted'} only this value`,
		],
		search: [
			keyedBy('dropTerm', 'removes its last term'),
			keyedBy('chooseCopy', 's copies the command for this screen'),
			keyedBy('rows', 'shows more rows instead of the overview'),
		],
	};
	return withoutNulls(texts[situation]).join(hintSeparator);
}

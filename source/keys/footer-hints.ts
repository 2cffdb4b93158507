import {type FooterState, reachesTo} from './command.js';
import {type Binding, bindings, defaultBindings, keyLabel} from './key-bindings.js';

/** A key as displayed, and a word or two for its action. */
export type FooterHint = {readonly key: string; readonly text: string};

/** Gap between two hints. */
export const hintGap = '  ';

/** Returns the hints that fit on a line in these states of the screen, the most useful first. */
export function footerHints(width: number, states: readonly FooterState[] = []): readonly FooterHint[] {
	const all = rankedHints(states);
	// The first ones stay on the narrowest screen.
	const wanted = all.toSorted((a, b) => Number(b.isKept) - Number(a.isKept));
	for (let n = wanted.length; n > 0; n--) {
		const shown = new Set(wanted.slice(0, n));
		const hints = all.filter(hint => shown.has(hint));
		if (hintsText(hints).length <= width) {
			return hints;
		}
	}
	return [];
}

type RankedHint = FooterHint & {readonly rank: number; readonly isKept: boolean};

/** Returns the hints for these states by rank, each key once. A command without a key has no hint. */
function rankedHints(states: readonly FooterState[]): readonly RankedHint[] {
	const ranked = bindings()
		.filter(
			({command, keys}) => keys.length > 0 && (!states.includes('pane') || reachesTo(command, 'panels')),
		)
		.flatMap(binding =>
			(binding.footer ?? [])
				.filter(({during}) => during === undefined || states.includes(during))
				.map(({key, text, rank, isKept = false}) => ({key: keyShown(binding, key), text, rank, isKept})),
		)
		.sort((a, b) => a.rank - b.rank);
	return ranked.filter(({key}, index) => ranked.findIndex(other => other.key === key) === index);
}

/** @param defaultKeys - the default keys as shown, if that isn't the first key */
function keyShown({command, keys, firsts}: Binding, defaultKeys: string | undefined): string {
	if (defaultKeys === undefined) {
		return keyLabel(keys[0] ?? '');
	}
	return defaultBindings.some(one => one.command === command && one.firsts === firsts) ? defaultKeys : firsts;
}

/** Returns the first hints that fit on a line of a width. */
export function fittingHints(hints: readonly FooterHint[], width: number): readonly FooterHint[] {
	let used = -hintGap.length;
	const end = hints.findIndex(({key, text}) => {
		used += hintGap.length + key.length + 1 + text.length;
		return used > width;
	});
	return end === -1 ? hints : hints.slice(0, end);
}

/** Formats hints as one string. */
export function hintsText(hints: readonly FooterHint[]): string {
	return hints.map(({key, text}) => `${key} ${text}`).join(hintGap);
}

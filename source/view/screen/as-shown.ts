import type {Redaction} from '../../redaction/redaction.js';
import type {PaletteState} from '../palette/palette-state.js';
import type {TextLine} from '../prompt/text-line.js';
import type {SearchBar} from '../search/search-state.js';

type Shown = Pick<Redaction, 'isOn' | 'shownText'>;

/**
 * A line that is being written, as it may be seen: what was brought back from earlier, or typed while others look on, may
 * have a secret in it. What is done with the line goes by what it holds.
 */
export function lineAsShown(line: TextLine, {shownText}: Shown): TextLine {
	const text = shownText(line.text);
	return text === line.text ? line : {text, caret: placeAsShown(line.text, line.caret, text, shownText)};
}

function placeAsShown(text: string, place: number, shown: string, shownText: Shown['shownText']): number {
	return place >= text.length ? shown.length : Math.min(shown.length, shownText(text.slice(0, place)).length);
}

/** The search bar as it may be seen: its line, what is wrong with it, and what it can be completed to. */
export function barAsShown(bar: SearchBar, redaction: Shown): SearchBar {
	if (!redaction.isOn()) {
		return bar;
	}

	const {line, problem, recall, completions} = bar;
	const {shownText} = redaction;
	const shown = lineAsShown(line, redaction);
	const placeOf = (place: number): number => placeAsShown(line.text, place, shown.text, shownText);
	return {
		...bar,
		line: shown,
		problem: problem && {
			message: shownText(problem.message),
			start: placeOf(problem.start),
			end: placeOf(problem.end),
		},
		recall: recall && {...recall, needle: recall.needle && shownText(recall.needle)},
		completions: completions && {
			...completions,
			items: completions.items.map(item => ({
				...item,
				name: shownText(item.name),
				detail: item.search === undefined ? item.detail : shownText(item.detail),
			})),
		},
	};
}

/** The palette as it may be seen. */
export function paletteAsShown(state: PaletteState, redaction: Shown): PaletteState {
	return redaction.isOn()
		? {...state, line: lineAsShown(state.line, redaction), problem: redaction.shownText(state.problem)}
		: state;
}

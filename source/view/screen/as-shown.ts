import {useState} from 'react';
import type {Redaction} from '../../redaction/redaction.js';
import type {ListingController} from '../listing/listing-controller.js';
import type {PaletteState} from '../palette/palette-state.js';
import type {TextLine} from '../prompt/text-line.js';
import type {SearchBar} from '../search/search-state.js';

/** Whether what is secret is hidden, and what changes that. */
type Hiding = {
	/** As it is drawn. */
	readonly isHiding: boolean;
	/** Hides what is secret, or shows it again. */
	redact(): void;
};

/** Hides what is secret on the screen. */
export function useHiding(redaction: Redaction, listing: Pick<ListingController, 'reshow'>): Hiding {
	const [isHiding, setHiding] = useState(redaction.isOn());
	return {
		isHiding,
		redact() {
			redaction.toggle();
			setHiding(redaction.isOn());
			listing.reshow();
		},
	};
}

type Shown = Pick<Redaction, 'isOn' | 'shownText'>;

/**
 * An input line with its secrets hidden. A recalled or typed search may hold a secret that others can see on the screen.
 * Actions still use the line itself.
 */
export function lineAsShown(line: TextLine, {shownText}: Shown): TextLine {
	const text = shownText(line.text);
	return text === line.text ? line : {text, caret: placeAsShown(line.text, line.caret, text, shownText)};
}

/** Where a place in the text is in the text as it is shown. */
function placeAsShown(text: string, place: number, shown: string, shownText: Shown['shownText']): number {
	return place >= text.length ? shown.length : Math.min(shown.length, shownText(text.slice(0, place)).length);
}

/** The search bar with secrets hidden in its line, its problem, its recall and its completions. */
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

/** The palette with secrets hidden in its line and its problem. */
export function paletteAsShown(state: PaletteState, redaction: Shown): PaletteState {
	return redaction.isOn()
		? {...state, line: lineAsShown(state.line, redaction), problem: redaction.shownText(state.problem)}
		: state;
}

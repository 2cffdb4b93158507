import {useState} from 'react';
import type {Redaction} from '../../redaction/redaction.js';
import type {ListingController} from '../listing/listing-controller.js';
import type {PaletteState} from '../palette/palette-state.js';
import type {TextLine} from '../prompt/text-line.js';
import type {SearchBar} from '../search/search-state.js';

/** State of redaction on the screen. */
type Hiding = {
	/** True if the drawn frame hides secrets. */
	readonly isHiding: boolean;
	/** Toggles redaction. */
	redact(): void;
};

/** Provides redaction as React state. */
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

/** Maps an offset in the text to the redacted text. */
function placeAsShown(text: string, place: number, shown: string, shownText: Shown['shownText']): number {
	return place >= text.length ? shown.length : Math.min(shown.length, shownText(text.slice(0, place)).length);
}

/** Hides secrets in the line, problem, recall and completions of the search bar. */
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

/** Hides secrets in the line and problem of the palette. */
export function paletteAsShown(state: PaletteState, redaction: Shown): PaletteState {
	return redaction.isOn()
		? {...state, line: lineAsShown(state.line, redaction), problem: redaction.shownText(state.problem)}
		: state;
}

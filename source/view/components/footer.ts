import {type FooterHint, hintGap} from '../../keys/footer-hints.js';
import type {Theme} from '../../themes/theme.js';
import {drawn} from '../spans/lines.js';
import type {SpanLine} from '../spans/span.js';

type FooterState = {
	/** The hints that fit. */
	readonly hints: readonly FooterHint[];
	readonly theme: Theme;
};

/** Draws the keys that are most useful in the current state. */
export function drawFooter({hints, theme}: FooterState): readonly SpanLine[] {
	const spans = hints.flatMap(({key, text}, index) => [
		{text: index > 0 ? hintGap : ''},
		{text: key, style: theme.key},
		{text: ` ${text}`},
	]);
	return [{spans, style: theme.hint}];
}

/** The keys below the listing. */
export const Footer = drawn(drawFooter);

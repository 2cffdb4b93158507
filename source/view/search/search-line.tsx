import {Text} from 'ink';
import {Fragment, memo} from 'react';
import {fitWidth, terminalWidth} from '../../format/fit-width.js';
import {sanitise} from '../../format/sanitise.js';
import {keysOf} from '../../keys/key-bindings.js';
import {keyed} from '../../keys/keyed.js';
import {surelyMeant} from '../../query/suggestions/likely-meanings.js';
import type {Meaning} from '../../query/suggestions/meant-term.js';
import type {Theme} from '../../themes/theme.js';
import {Line} from '../components/line.js';
import {chipsIn} from './chips.js';

/** Text of the line while there is no search. */
function searchLabel(): string {
	return keyed`${'search'} search` ?? '';
}

const offered = '   search again: ';

/**
 * Offers the last search as a question with the keys that accept and dismiss it. Empty if there is no search or it doesn't fit.
 */
export function offerText(search: string, width: number): string {
	const key = keysOf('lastSearch') ?? ':last-search';
	const dismissal = keyed`${'close'} no`;
	const after = `?  (${key} yes${dismissal ? `  ${dismissal}` : ''})`;
	const room = width - searchLabel().length - offered.length - after.length;
	const text = sanitise(search);
	const isCut = terminalWidth(text) > room;
	return search === '' || room < 4 ? '' : offered + (isCut ? fitWidth(text, room) : text) + after;
}

type Props = {
	/** The active search. */
	readonly text: string;
	/** The offer shown while there is no search; may be empty. */
	readonly offer: string;
	/** The error of the search, shown in place of the hint; mostly empty. */
	readonly problem: string;
	readonly width: number;
	readonly theme: Theme;
};

/** Minimum width of the hint, in columns. A narrower hint isn't informative. */
const minHintWidth = 12;

/**
 * Shows the terms of the search and a hint at their probable meaning. Memoised, because it doesn't change while new rows arrive.
 */
export const SearchLine = memo(function SearchLine({text, offer, problem, width, theme}: Props) {
	if (text.trim() === '') {
		return <Line text={`${searchLabel()}${offer}`} width={width} style={theme.aside} />;
	}
	const {isCut, chips} = chipsIn(text, width);
	const used = chips.reduce((sum, chip) => sum + terminalWidth(chip.text) + 1, 1);
	const room = isCut ? 0 : width - used;
	const hint = problem === '' ? hintText(surelyMeant(text), room) : problemText(problem, room);
	const style = problem === '' ? theme.aside : theme.problem;
	return (
		<Text wrap="truncate-end">
			{isCut ? '… '.slice(0, width) : ''}
			{chips.map((chip, index) => (
				// biome-ignore lint/suspicious/noArrayIndexKey: chips are nothing but their text and their place
				<Fragment key={index}>
					{index > 0 ? ' ' : ''}
					<Text {...(chip.isUnwanted ? theme.unwantedChip : theme.chip)}>{chip.text}</Text>
				</Fragment>
			))}
			{hint !== '' && <Text {...style}>{`  ${hint}`}</Text>}
		</Text>
	);
});

/** Returns the hint at the probable meaning of terms. If it doesn't fit, returns only the replacement for the first term. */
function hintText([first, ...more]: readonly Meaning[], width: number): string {
	if (first === undefined || width < minHintWidth) {
		return '';
	}
	const whole = sanitise(
		[first, ...more].map(({interpretation, instead}) => `${interpretation} · ${instead}`).join('; '),
	);
	const brief = sanitise(`${first.interpretation} · ${first.instead}`);
	const text = [whole, brief].find(of => terminalWidth(of) <= width) ?? sanitise(first.instead);
	return fitWidth(text, width).trimEnd();
}

function problemText(problem: string, width: number): string {
	return width < minHintWidth ? '' : fitWidth(sanitise(problem), width).trimEnd();
}

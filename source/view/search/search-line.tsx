import {Text} from 'ink';
import {Fragment, memo} from 'react';
import {Line} from '../components/line.js';
import type {Theme} from '../themes/theme.js';
import {chipsIn} from './chips.js';
import {searchLabel} from './offer-text.js';

type Props = {
	/** The search in force. */
	readonly text: string;
	/** What is offered while nothing is searched for; empty: nothing. */
	readonly offer: string;
	readonly width: number;
	readonly theme: Theme;
};

/** The terms of the search. Memoised: it stays the same while rows flow. */
export const SearchLine = memo(function SearchLine({text, offer, width, theme}: Props) {
	if (text.trim() === '') {
		return <Line text={`${searchLabel()}${offer}`} width={width} look={theme.aside} />;
	}

	const {isCut, chips} = chipsIn(text, width);
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
		</Text>
	);
});

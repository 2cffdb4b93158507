import {Text} from 'ink';
import {Fragment, memo} from 'react';
import {type FooterHint, hintGap} from '../keys/footer-hints.js';
import type {Theme} from '../themes/theme.js';

type Props = {
	/** As many as there is room for, on each line. */
	readonly lines: ReadonlyArray<readonly FooterHint[]>;
	readonly theme: Theme;
};

/** The keys that are wanted most where one is. Memoised: half of the texts of the screen stand here. */
export const Footer = memo(function Footer({lines, theme}: Props) {
	return lines.map(hints => (
		<Text key={hints[0]?.key ?? ''} {...theme.hint} wrap="truncate-end">
			{hints.map(({key, text}, index) => (
				<Fragment key={key}>
					{index > 0 ? hintGap : ''}
					<Text {...theme.key}>{key}</Text> {text}
				</Fragment>
			))}
			{/* Ink gives an empty text no line. */}
			{hints.length === 0 ? ' ' : ''}
		</Text>
	));
});

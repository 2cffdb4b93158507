import {Text} from 'ink';
import {Fragment} from 'react';
import {footerHints} from '../keys/footer-hints.js';
import type {Theme} from '../theme.js';

type Props = {readonly width: number; readonly theme: Theme};

/** The keys that are wanted most. */
export function Footer({width, theme}: Props) {
	return (
		<Text {...theme.hint} wrap="truncate-end">
			{footerHints(width).map(({key, text}, index) => (
				<Fragment key={key}>
					{index > 0 ? '  ' : ''}
					<Text {...theme.key}>{key}</Text> {text}
				</Fragment>
			))}
		</Text>
	);
}

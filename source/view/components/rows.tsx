import {Box} from 'ink';
import {sanitise} from '../../listing/sanitise.js';
import {wrapText} from '../../listing/wrap-text.js';
import type {ColumnWidths} from '../column-widths.js';
import {isInRow, type Needle} from '../find/needle.js';
import {emptyTexts, nothingFound} from '../listing/empty-texts.js';
import type {ListingState} from '../listing/listing-state.js';
import {pathName} from '../path-name.js';
import type {Theme} from '../theme.js';
import {Line} from './line.js';
import {RowLine} from './row-line.js';

type Props = {
	readonly state: ListingState;
	/** The search in force, when it leaves requests out; else null. */
	readonly searched: string | null;
	/** Whether the search is being written. */
	readonly isWriting: boolean;
	/** What is marked. */
	readonly needle: Needle | null;
	/** Lines to fill. */
	readonly height: number;
	readonly width: number;
	readonly layout: ColumnWidths;
	readonly theme: Theme;
};

/** The rows of the page, or what is being waited for when there are none. */
export function Rows({state, searched, isWriting, needle, height, width, layout, theme}: Props) {
	if (state.count && state.rows.length === 0) {
		const texts =
			searched === null
				? emptyTexts(state.status, path => pathName(path, width - 1))
				: nothingFound(state.status, searched, isWriting);
		return (
			<Box flexDirection="column" height={height}>
				{texts
					.flatMap(text => wrapText(sanitise(text), width))
					.slice(0, height)
					.map((text, index) => (
						// biome-ignore lint/suspicious/noArrayIndexKey: lines are nothing but their text and their place
						<Line key={index} text={text} width={width} />
					))}
			</Box>
		);
	}

	return (
		<Box flexDirection="column" height={height}>
			{state.rows.slice(0, height).map(row => (
				<RowLine
					key={row.entry.token}
					row={row}
					layout={layout}
					isSelected={row.entry.token === state.selected}
					isPast={state.isSearching}
					// A row without what is looked for stays as it is drawn already.
					needle={needle && isInRow(needle, row.cells) ? needle : null}
					cell={row.entry.token === state.selected ? state.cell : null}
					theme={theme}
				/>
			))}
		</Box>
	);
}

import {countLine} from '../../listing/count-line.js';
import {fitWidth} from '../../listing/fit-width.js';
import {asides} from '../listing/asides.js';
import type {ListingState} from '../listing/listing-state.js';
import {PieceLines} from '../pieces/piece-lines.js';
import type {Theme} from '../themes/theme.js';

type Props = {
	readonly state: ListingState;
	/** Whether what is written can't be searched for, so that N is of the search before. */
	readonly isBehind: boolean;
	readonly width: number;
	readonly theme: Theme;
};

/** `<N> results found`, and beside it, dimmer, what is to be known of N. */
export function CountLine({state, isBehind, width, theme}: Props) {
	const count = state.count ? countLine(state.count.n) : 'reading …';
	const shown = count.length > width ? fitWidth(count, width) : count;
	const behind = isBehind && !state.isSearching ? ['result of the search before'] : [];
	const beside = fitWidth([...behind, ...asides(state)].join(' · '), width - shown.length - 3).trimEnd();
	const pieces = [
		{text: shown, look: theme.count},
		{text: beside === '' ? '' : '   '},
		{text: beside, look: theme.aside},
	];
	return <PieceLines lines={[{pieces}]} height={1} />;
}

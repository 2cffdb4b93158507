import type {Notice} from '../../bytes/notice.js';
import type {ListingState} from '../listing/listing-state.js';
import {statusTexts} from '../listing/status-texts.js';
import type {Theme} from '../theme.js';
import {Line} from './line.js';

type Props = {
	readonly state: ListingState;
	/** The notice that is still news. */
	readonly notice: Notice | null;
	readonly width: number;
	readonly theme: Theme;
};

/** Problems and notices, when there are any. */
export function StatusLine({state, notice, width, theme}: Props) {
	return <Line text={statusTexts(state, notice).join(' · ')} width={width} look={theme.problem} />;
}

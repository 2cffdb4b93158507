import type {ListingState} from '../listing/listing-state.js';
import {statusTexts} from '../listing/status-texts.js';
import {useNewestNotice} from '../listing/use-newest-notice.js';
import type {Theme} from '../theme.js';
import {Line} from './line.js';

type Props = {readonly state: ListingState; readonly width: number; readonly theme: Theme};

/** Problems and notices, when there are any. */
export function StatusLine({state, width, theme}: Props) {
	const notice = useNewestNotice(state.status.notices);
	return <Line text={statusTexts(state, notice).join(' · ')} width={width} look={theme.problem} />;
}

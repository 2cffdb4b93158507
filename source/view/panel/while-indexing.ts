import {indexingText} from '../listing/indexing-text.js';
import type {PanelScene} from './open-panel.js';

/** What a panel says it has counted, and that more is coming while the past is still being read. */
export function whileIndexing(text: string, {listing}: Pick<PanelScene, 'listing'>, isLate = false): string {
	const remark = indexingText(listing.status);
	return [text, ...(isLate ? ['counting anew …'] : []), ...(remark === null ? [] : [remark])].join(' · ');
}

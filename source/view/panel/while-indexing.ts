import {indexingText} from '../listing/indexing-text.js';
import type {PanelScene} from './open-panel.js';

/** What a panel says it has counted, and that more is coming while the past is still being read. */
export function whileIndexing(text: string, {listing}: Pick<PanelScene, 'listing'>): string {
	const remark = indexingText(listing.status);
	return remark === null ? text : `${text} · ${remark}`;
}

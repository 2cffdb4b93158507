import {counted} from '../../format/amounts.js';
import {fitWidth, unitsPerColumn} from '../../format/fit-width.js';
import {sanitise} from '../../format/sanitise.js';
import type {Query} from '../../query/query.js';
import {newestText} from '../listing/empty-texts.js';
import {indexingText} from '../listing/status-texts.js';
import type {PanelScene} from './open-panel.js';
import {type PanelLine, wrappedLines} from './panel-lines.js';

/** So many columns of a search are as many as any screen has room for. */
const most = 200;

/** `1234 requests`, and what they were searched with; sanitised. */
export function requestsText(n: number, {text}: Query): string {
	return text === ''
		? counted(n, 'request')
		: `${counted(n, 'request')} of ${fitWidth(sanitise(text.slice(0, unitsPerColumn * most)), most).trimEnd()}`;
}

/** What a panel says it has counted, and that more is coming while the past is still being read. */
export function whileIndexing(text: string, {listing}: Pick<PanelScene, 'listing'>, isLate = false): string {
	const remark = indexingText(listing.status);
	return [text, ...(isLate ? ['counting anew …'] : []), ...(remark === null ? [] : [remark])].join(' · ');
}

/** What is to be known where a panel has no request to count, as the listing says it. */
export function noneLines({listing, formatTime, width}: PanelScene): readonly PanelLine[] {
	const text = newestText(listing.newestBefore, formatTime);
	return text === null ? [] : wrappedLines('', text, width);
}

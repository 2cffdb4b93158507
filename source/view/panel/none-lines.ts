import {newestText} from '../listing/empty-texts.js';
import type {PanelScene} from './open-panel.js';
import type {PanelLine} from './panel-line.js';
import {wrappedLines} from './wrapped-lines.js';

/** What is to be known where a panel has no request to count, as the listing says it. */
export function noneLines({listing, formatTime, width}: PanelScene): readonly PanelLine[] {
	const text = newestText(listing.newestBefore, formatTime);
	return text === null ? [] : wrappedLines('', text, width);
}

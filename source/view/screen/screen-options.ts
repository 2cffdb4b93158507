import {keptBookmarks} from '../../bookmarks/kept-bookmarks.js';
import {usualChoice} from '../../format/chosen-columns.js';
import {noViews} from '../../saved-views/views.js';
import type {ThemeChoice} from '../../themes/choose-theme.js';
import type {Asked} from '../terminal/background.js';
import {neverFirst} from '../welcome/use-welcome.js';
import type {Beginning, Kept, Outlets} from './app-props.js';
import type {ScreenData} from './screen-data.js';

/** What is shown, and on which terminal. What outlasts the program lasts until the screen is left where it isn't given. */
export type ScreenOptions = Pick<Beginning, 'watched' | 'rows'> &
	Partial<Beginning> &
	Pick<Outlets, 'saver'> &
	Partial<Outlets> &
	Partial<Kept> & {
		readonly shown: ScreenData;
		readonly theme: ThemeChoice;
		/** What is behind the text of the terminal; without it, nobody knows. */
		readonly background?: Pick<Asked, 'now' | 'answered' | 'letGo'>;
		readonly stdout: NodeJS.WriteStream;
		/** The keyboard: standard input, or /dev/tty where that is a log. */
		readonly stdin: NodeJS.ReadStream;
		/** Whether the mouse is on to begin with. */
		readonly mouse?: boolean;
		/** Stops the process group, for ^Z. */
		readonly stop?: () => void;
		/** How long nothing must come before a paste without an end is taken for over, milliseconds. */
		readonly pasteSilence?: number;
	};

/** What the screen begins with, where nothing else is said. */
export function beginningOf({
	watched,
	rows,
	columns = usualChoice,
	panel = null,
	remark = '',
}: Pick<ScreenOptions, keyof Beginning>): Beginning {
	return {watched, rows, columns, panel, remark};
}

/** Where things are kept: until the screen is left, where no other place is given. */
export function keptBy({
	views = noViews,
	marks = keptBookmarks(null),
	lastSearch = async () => '',
	isFirstStart = neverFirst,
}: Partial<Kept>): Kept {
	return {views, marks, lastSearch, isFirstStart};
}

/** Where requests go: copies nowhere, where no place is given. */
export function outletsOf({
	clipboard = {copy: async () => ({ways: []})},
	saver,
	reproduce = async () => ({problem: 'nobody knows how it was started'}),
}: Pick<ScreenOptions, keyof Outlets>): Outlets {
	return {clipboard, saver, reproduce};
}

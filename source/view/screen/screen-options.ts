import {keptBookmarks} from '../../bookmarks/kept-bookmarks.js';
import {defaultChoice} from '../../format/chosen-columns.js';
import {noViews} from '../../saved-views/views.js';
import type {ThemeChoice} from '../../themes/choose-theme.js';
import type {Asked} from '../terminal/background.js';
import type {Focus} from '../terminal/focus.js';
import {neverFirst} from '../welcome/use-welcome.js';
import type {Beginning, Kept, Outlets} from './app-props.js';
import type {ScreenData} from './screen-data.js';

/** Options of the screen and its terminal. Data without a storage option lasts until the screen closes. */
export type ScreenOptions = Pick<Beginning, 'watched' | 'rows'> &
	Partial<Beginning> &
	Pick<Outlets, 'saver'> &
	Partial<Outlets> &
	Partial<Kept> & {
		readonly shown: ScreenData;
		readonly theme: ThemeChoice;
		/** The terminal's background colour; unset if unknown. */
		readonly background?: Pick<Asked, 'now' | 'answered' | 'letGo'>;
		readonly stdout: NodeJS.WriteStream;
		/** The keyboard: standard input, or /dev/tty if standard input is a log. */
		readonly stdin: NodeJS.ReadStream;
		/** The window's focus, if the terminal can report it. */
		readonly focus?: Focus | undefined;
		/** True if the mouse is initially on. */
		readonly mouse?: boolean;
		/** Stops the process group, for ^Z. */
		readonly stop?: () => void;
		/** Pause after which a paste without an end marker counts as complete, in ms. */
		readonly pasteSilence?: number;
	};

/** Adds defaults to the initial state of the screen. */
export function beginningOf({
	watched,
	rows,
	columns = defaultChoice,
	panel = null,
	remark = '',
}: Pick<ScreenOptions, keyof Beginning>): Beginning {
	return {watched, rows, columns, panel, remark};
}

/** Adds default storage in memory, which lasts until the screen closes. */
export function keptBy({
	views = noViews,
	marks = keptBookmarks(null),
	lastSearch = async () => '',
	keepFilling = () => {},
	isFirstStart = neverFirst,
}: Partial<Kept>): Kept {
	return {views, marks, lastSearch, keepFilling, isFirstStart};
}

/** Adds default destinations. Without a clipboard, copies are discarded. */
export function outletsOf({
	clipboard = {copy: async () => ({ways: []})},
	saver,
	reproduce = async () => ({problem: 'the command that started reqscope is unknown'}),
}: Pick<ScreenOptions, keyof Outlets>): Outlets {
	return {clipboard, saver, reproduce};
}

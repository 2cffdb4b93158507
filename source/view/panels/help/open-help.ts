import {fitWidth, terminalWidth} from '../../../format/fit-width.js';
import {sanitise} from '../../../format/sanitise.js';
import {joinedHints, keyed, leaveHint} from '../../../keys/keyed.js';
import type {Theme} from '../../../themes/theme.js';
import type {OpenPanel, Panel, PanelTools, TitleHints} from '../../panel/open-panel.js';
import {type PanelLine, wrappedLines} from '../../panel/panel-lines.js';
import {remembered} from '../../panel/remembered.js';
import {moveKeys, scrollHint, textPanel} from '../../panel/text-panel.js';
import {shownLine} from '../../prompt/prompt-line.js';
import {emptyLine, type TextLine, typedInto} from '../../prompt/text-line.js';
import {helpLines} from './help-lines.js';

/** The keys that aren't characters and page the help while the user edits its filter. */
const paging = {up: 'rowUp', down: 'rowDown', pageup: 'pageUp', pagedown: 'pageDown'} as const;

function isPaging(key: string): key is keyof typeof paging {
	return Object.hasOwn(paging, key);
}

/** Returns the panel with all keys, including the keys of `panels`. */
export function helpPanel(panels: readonly Panel[]): Panel {
	const panel: Panel = {
		command: 'help',
		kind: 'text',
		isOver: true,
		isPublic: true,
		name: 'This help',
		keys: [
			[['search'], 'show only lines with the typed text; Enter keeps them'],
			[['close'], 'show all lines again; then close'],
			...moveKeys('line'),
		],
		open: tools => openHelp([...panels, panel], tools),
	};
	return panel;
}

/** It starts with the keys of the screen or line from which it is opened. The user can filter it. */
function openHelp(panels: readonly Panel[], {openedFrom}: PanelTools): OpenPanel {
	let filter: TextLine = emptyLine;
	let isTyping = false;
	const linesOf = remembered(helpLines);
	/** Each new filter starts at the top. */
	const newPages = (): OpenPanel =>
		textPanel(({width, theme, isSpoken}) => {
			const lines = linesOf(panels, width, openedFrom, filter.text, isSpoken);
			return {
				title: 'Keys',
				lines: lines.length > 0 ? lines : wrappedLines('', noneText(filter.text, isTyping), width),
				...(isTyping || filter.text !== '' ? {head: filterLine(filter, isTyping, width, theme)} : {}),
				hints: isTyping ? hintsWhileTyping : filter.text === '' ? defaultHints : filteredHints,
			};
		});
	let pages = newPages();

	const setFilter = (next: TextLine): void => {
		if (next.text !== filter.text) {
			pages = newPages();
		}
		filter = next;
	};
	const showAll = (): void => {
		isTyping = false;
		setFilter(emptyLine);
	};
	return {
		draw: scene => pages.draw(scene),
		take(command, scene) {
			if (command === 'search') {
				isTyping = true;
				return true;
			}
			if (command === 'close' && filter.text !== '') {
				showAll();
				return true;
			}
			return pages.take(command, scene);
		},
		isTyping: () => isTyping,
		type(typed, scene) {
			const key = typed.type === 'key' ? typed.key : '';
			if (isPaging(key)) {
				pages.take(paging[key], scene);
			} else if (key === 'escape' || (key === 'backspace' && filter.text === '')) {
				showAll();
			} else if (key === 'return') {
				isTyping = false;
			} else {
				setFilter(typedInto(filter, typed) ?? filter);
			}
		},
	};
}

function defaultHints(isCut: boolean): TitleHints {
	return [keyed`${'search'} filters: ${'search'}examples`, scrollHint(isCut), leaveHint()];
}

function filteredHints(isCut: boolean): TitleHints {
	return [keyed`${'search'} changes it`, scrollHint(isCut), leaveHint('shows all')];
}

function hintsWhileTyping(isCut: boolean): TitleHints {
	return ['Enter keeps it', isCut ? '↑ ↓ scroll' : null, 'Esc shows all'];
}

/** Returns the line with the filter, and with the caret while the user edits it. */
function filterLine(filter: TextLine, isTyping: boolean, width: number, theme: Theme): PanelLine {
	const label = '/';
	const {before, at, after} = shownLine(filter, width - label.length);
	return {
		spans: [
			{text: label, style: theme.prompt},
			{text: before},
			...(isTyping || at !== ' ' ? [{text: at, style: isTyping ? theme.caret : undefined}] : []),
			{text: after},
		],
	};
}

/** Maximum width of a quoted filter, in columns, so that the advice after it stays visible. */
const maxMessageLength = 40;

/** Returns advice if nothing matches the filter. */
function noneText(filter: string, isTyping: boolean): string {
	const out = isTyping
		? 'Esc shows all, Backspace deletes'
		: (joinedHints(leaveHint('shows all') || null, keyed`${'search'} changes it`) ?? '');
	const text = sanitise(filter.trim());
	return `No match for “${fitWidth(text, Math.min(terminalWidth(text), maxMessageLength))}”: ${out}`;
}

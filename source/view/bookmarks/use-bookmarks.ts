import {useEffect, useMemo, useRef, useSyncExternalStore} from 'react';
import {
	type Bookmark,
	type BookmarkRecord,
	maxRecords,
	recordId,
	type Separator,
} from '../../bookmarks/bookmark-record.js';
import type {KeptBookmarks} from '../../bookmarks/kept-bookmarks.js';
import {isOf, keptNames} from '../../bookmarks/log-names.js';
import type {Clock} from '../../clock.js';
import type {TimeFormatter} from '../../format/time-formatter.js';
import {afterColon, keyed} from '../../keys/keyed.js';
import type {Query} from '../../query/query.js';
import type {Store, StoreStatus} from '../../store/store.js';
import type {ListingController} from '../listing/listing-controller.js';
import {type ListingState, selectedLine} from '../listing/listing-state.js';
import {type LineEditor, type Prompt, useLineEditor} from '../prompt/line-editor.js';
import {emptyLine} from '../prompt/text-line.js';
import {useLatestState} from '../state/use-latest-state.js';
import {bookmarksIn, separatorsIn, timesIn} from './bookmark-finder.js';
import {markedField, markedTerm, markedText, maxTokens, separatedText} from './bookmark-texts.js';
import {bookmarkWalk, type SelectedSeparator} from './bookmark-walk.js';

/** Dependencies of `useBookmarks`. */
type BookmarksOptions = {
	readonly kept: KeptBookmarks;
	readonly listing: ListingController;
	/** The listing in its drawn state. */
	readonly shown: Pick<ListingState, 'selected' | 'status'>;
	readonly store: Pick<Store, 'get' | 'page'>;
	/** The current search; see `Search`. */
	readonly search: {
		readonly query: Query;
		replace(fields: readonly string[], ...terms: readonly string[]): void;
	};
	readonly clock: Clock;
	readonly formatTime: TimeFormatter;
	/** Shows the result or the failure of a key until the next key. */
	readonly showHint: (hint: string) => void;
};

/** Bookmarks and separators with their commands. The input line edits the text of a separator. */
export type Bookmarks = Omit<LineEditor, 'open'> & {
	/** Tokens of all marked requests, including requests of other logs. */
	readonly tokens: ReadonlySet<string>;
	/** Separators of the watched logs, newest first. */
	readonly separators: readonly Separator[];
	/** Times of the bookmarked requests of the watched logs, in ms since 1970. */
	readonly times: readonly number[];
	/** The separator that the user moved to, while the request below it is selected; otherwise null. */
	readonly at: Separator | null;
	/** The input line for the text of a new separator; null while it is closed. */
	readonly prompt: Prompt | null;
	/** Toggles the mark of the selected request. If no request is selected, selects and marks the first row. */
	mark(): void;
	nextMark(): void;
	previousMark(): void;
	/** Toggles a search for only the marked requests. */
	onlyMarked(): void;
	/** Opens the prompt for a separator. If the user has just moved to a separator, removes it instead. */
	separator(): void;
};

const none: readonly Separator[] = [];
const noTimes: readonly number[] = [];

/** Maximum length of the text of a separator, in characters. No screen shows more. */
const maxTextLength = 200;

const separatorHints: Prompt['hints'] = [
	{key: 'Enter', text: 'inserts it, even without text'},
	{key: 'Esc', text: 'goes back'},
];

/** Provides bookmarks and separators. */
export function useBookmarks({
	kept,
	listing,
	shown,
	store,
	search,
	clock,
	formatTime,
	showHint,
}: BookmarksOptions): Bookmarks {
	const state = useSyncExternalStore(kept.subscribe, kept.getState);
	const {selected, status} = shown;
	const tokens = useMemo(() => new Set(bookmarksIn(state).map(({token}) => token)), [state]);
	// Reads the names of the logs only if there are records: a directory may have thousands of logs.
	const hasRecords = state.records.length > 0;
	const names = useMemo(() => (hasRecords ? namesOf(kept, status) : null), [hasRecords, kept, status]);
	const separators = useMemo(() => (names ? separatorsIn(state, names) : none), [names, state]);
	const times = useMemo(() => (names ? timesIn(state, names) : noTimes), [names, state]);
	const {problem} = state;
	useEffect(() => {
		if (problem !== null) {
			showHint(problem);
		}
	}, [problem, showHint]);

	const {shown: at, latest: latestAt, set: goTo} = useLatestState<SelectedSeparator | null>(null);
	/** The time of the new separator: when its input line was opened. */
	const askedAt = useRef(0);

	const atNow = (): Separator | null => {
		const last = latestAt();
		return last && listing.getState().selected === last.token ? last.separator : null;
	};
	const files = (): readonly string[] => kept.logs(listing.getState().status.files.map(({path}) => path));
	const add = (record: BookmarkRecord, what: string): void => {
		const isFull = kept.getState().records.length >= maxRecords;
		kept.change({type: 'add', record});
		showHint(isFull ? `${what}; the oldest mark was removed, because at most ${maxRecords} are kept` : what);
	};
	const {shown: written, ...editor} = useLineEditor({
		enter({line}) {
			const characters = Array.from(line.text.trim());
			const text = characters.slice(0, maxTextLength).join('');
			const record: Separator = {
				...{kind: 'separator', time: askedAt.current, text},
				logs: keptNames(files()),
			};
			add(record, separatedText(characters.length > maxTextLength ? maxTextLength : null));
			return null;
		},
	});
	const walk = bookmarkWalk({kept, listing, store, formatTime, files, atNow, goTo, showHint});

	return {
		...editor,
		tokens,
		separators,
		times,
		// Bookmarks are reread from time to time, so the separator may be a new object or gone.
		at: at?.token === selected ? (separators.find(isSame(at.separator)) ?? null) : null,
		prompt: written && {label: 'separator: ', edited: written, hints: separatorHints},
		mark() {
			if (listing.getState().selected === null) {
				listing.move('rowDown');
			}
			const now = listing.getState();
			const entry = now.rows[selectedLine(now)]?.entry;
			if (!entry) {
				return;
			}
			const {token, position} = entry;
			const record = bookmarksIn(kept.getState()).find(bookmark => bookmark.token === token);
			if (record) {
				kept.change({type: 'remove', record});
				showHint('Mark removed');
			} else {
				const logs = keptNames(files());
				const bookmark: Bookmark = {kind: 'mark', token, time: position.time, made: clock.now(), logs};
				add(bookmark, markedText());
			}
		},
		onlyMarked() {
			const names = new Set(files());
			const bookmarks = bookmarksIn(kept.getState()).filter(({logs}) => isOf(logs, names));
			const term = markedTerm(bookmarks);
			if (term === null) {
				showHint(`No request of this log is marked${afterColon(keyed`${'mark'} marks one`)}`);
			} else if (search.query.text.includes(term)) {
				search.replace([markedField]);
			} else {
				search.replace([markedField], term);
				showHint(bookmarks.length > maxTokens ? `Only the ${maxTokens} that were marked last` : '');
			}
		},
		nextMark: () => walk('older'),
		previousMark: () => walk('newer'),
		separator() {
			const record = atNow();
			if (record) {
				goTo(null);
				kept.change({type: 'remove', record});
				showHint('Separator removed');
			} else {
				askedAt.current = clock.now();
				editor.open(emptyLine);
			}
		},
	};
}

function isSame(one: Separator) {
	return (other: Separator): boolean => recordId(one) === recordId(other);
}

function namesOf(kept: KeptBookmarks, {files}: StoreStatus): ReadonlySet<string> {
	return new Set(kept.logs(files.map(({path}) => path)));
}

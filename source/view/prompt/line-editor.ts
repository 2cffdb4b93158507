import type {FooterHint} from '../../keys/footer-hints.js';
import {useLatestState} from '../state/use-latest-state.js';
import {type Recall, type Recalled, recallFrom, sought, soughtBy, walked} from './recall.js';
import {editedBy, inserted, type TextLine} from './text-line.js';
import type {Writer} from './writer.js';

/** One completion of an input line. */
export type Completion = {
	/** The field name, word, value or command as printed. Not sanitised. */
	readonly name: string;
	/** How the list shows the name if secrets in it are hidden. */
	readonly shown?: string;
	/** The explanation, or the number of requests with this value. */
	readonly detail: string;
	/** The search to insert if `name` is the name of a saved search. */
	readonly search?: string;
};

/** Completions for the caret position. */
export type Completions = {
	/** `names` are alternatives for the whole line, and Enter takes the chosen one. `words` and `values` replace a part of it. */
	readonly kind: 'names' | 'words' | 'values';
	readonly items: readonly Completion[];
	/** Index of the chosen item, or null. */
	readonly chosen: number | null;
	/** Returns the next version of the list if it isn't complete yet, or null if nothing is left of it. */
	readonly later?: (() => Promise<Completions | null>) | undefined;
	/** Returns the line with the item at an index inserted. */
	take(index: number): TextLine;
};

/** An error with its position in the line, in UTF-16 units. */
export type LineProblem = {readonly message: string; readonly start: number; readonly end: number};

/** State of an open input line. Immutable. */
export type EditedLine = {
	readonly line: TextLine;
	readonly completions: Completions | null;
	readonly recall: Recall | null;
	/** The parse error of the line, or null. */
	readonly problem: LineProblem | null;
	/** True if the line is probably invalid only because it is incomplete. The screen shows no error then. */
	readonly isUnfinished: boolean;
	/** The error message after Enter, or empty. */
	readonly message: string;
};

/** Creates the state of a line that was just opened. */
export function editedLine(line: TextLine, message = ''): EditedLine {
	return {line, completions: null, recall: null, problem: null, isUnfinished: false, message};
}

/** An open input line and how to show it. */
export type Prompt = {
	/** The label in front of the line, safe for the terminal. */
	readonly label: string;
	readonly edited: EditedLine;
	/** The hints for the footer. */
	readonly hints: readonly FooterHint[];
	/** Returns a hint at the probable meaning of the words; mostly empty. */
	meant?(text: string): string;
	/** True if the line is shown without redaction. */
	readonly isPublic?: true;
};

/** The purpose of an input line: what its keys do, and its sources of completions. */
export type LineUse = {
	/** Handles Enter. Returns the state of the line that stays open, or null to close it. */
	enter(edited: EditedLine): EditedLine | null;
	/** Called before Escape closes the line. */
	leave?(): void;
	/** Applies the line after each edit. Returns its state with the error, if any. */
	read?(edited: EditedLine): EditedLine;
	/** Finds completions for the caret position; null without completions. */
	complete?(line: TextLine, signal: AbortSignal): Promise<Completions | null>;
	/** Returns the line after Tab. For lines that have no completions. */
	tab?(line: TextLine): TextLine;
	/** Earlier lines for ↑, ↓ and ^R, oldest first. */
	readonly history?: {texts(): readonly string[]};
};

/** Holds the state of the line. Several keys may arrive before React draws it. */
type LineState = {
	/** Returns null while the line is closed. */
	latest(): EditedLine | null;
	set(edited: EditedLine | null): void;
};

/** Edits an input line. */
export type LineEditor = Writer & {
	open(line: TextLine, message?: string): void;
	paste(text: string): void;
	/** Aborts a running request for completions. */
	stop(): void;
};

/** Keys whose effect depends on the list of completions. */
const ofCompletions: ReadonlySet<string> = new Set(['tab', 'up', 'down']);

/** Maximum time for which keys wait for completions, in ms. */
const maxWait = 1000;

/** Creates a line editor. Each key acts at once on the state left by the previous key, even before React draws it. */
export function lineEditor(use: LineUse, {latest, set}: LineState): LineEditor {
	let asking: AbortController | undefined;
	/** Set while completions are awaited. `isAsked` is true if Tab requested them. */
	let awaited: {readonly isAsked: boolean; readonly timer: NodeJS.Timeout} | undefined;

	/** Returns the wait that has ended. */
	const endWait = (): typeof awaited => {
		const ended = awaited;
		clearTimeout(ended?.timer);
		awaited = undefined;
		return ended;
	};

	/** Shows completions, if any. The change of the state continues with the keys that waited for them. */
	const settle = (completions: Completions | null): void => {
		const isAsked = endWait()?.isAsked;
		const edited = latest();
		if (edited && completions && isAsked) {
			choose(completions);
		} else if (edited) {
			set(completions ? {...edited, completions} : {...edited});
		}
	};
	const stop = (): void => {
		asking?.abort();
		endWait();
	};
	const edit = (line: TextLine, recall: Recall | null = null): void => {
		const before = latest();
		if (!before) {
			return;
		}
		stop();
		const edited = {...before, line, recall, completions: null, message: ''};
		set(use.read?.(edited) ?? edited);
		if (line.text !== before.line.text && !recall) {
			void complete(line);
		}
	};
	const recalled = (found: Recalled | null): void => {
		if (found) {
			edit(found.line, found.recall);
		}
	};

	/**
	 * Finds and shows the completions of a line. Aborts the request for an earlier line.
	 * @param isAsked - true for the Tab key, which also chooses the first completion and inserts it if it is the only one
	 */
	const complete = async (line: TextLine, isAsked = false): Promise<void> => {
		stop();
		if (!use.complete) {
			return;
		}
		asking = new AbortController();
		const {signal} = asking;
		awaited = {isAsked, timer: setTimeout(settle, maxWait, null).unref()};
		try {
			const completions = await use.complete(line, signal);
			if (signal.aborted) {
				return;
			}
			settle(completions);
			if (completions) {
				await replace(completions, signal);
			}
		} catch {
			// If the store fails, there are no completions. The listing reports the error.
			if (!signal.aborted) {
				settle(null);
			}
		}
	};

	/** Replaces a list that isn't complete yet, until it is. The chosen item stays. */
	const replace = async (first: Completions, signal: AbortSignal): Promise<void> => {
		let list: Completions | null = first;
		while (list?.later !== undefined) {
			list = await list.later();
			const edited = latest();
			if (!edited || signal.aborted || !edited.completions) {
				return;
			}
			const chosen = edited.completions.items[edited.completions.chosen ?? -1]?.name;
			const index = list?.items.findIndex(({name}) => name === chosen) ?? -1;
			set({...edited, completions: list && {...list, chosen: index === -1 ? null : index}});
		}
	};
	const choose = (list: Completions): void => {
		const completions = stepped(list, 1);
		const edited = latest();
		if (completions.items.length === 1 && completions.chosen !== null) {
			edit(completions.take(completions.chosen));
		} else if (edited) {
			set({...edited, completions});
		}
	};
	const close = (): void => {
		stop();
		set(null);
	};
	const press = (key: string, edited: EditedLine): void => {
		const {line, recall, completions: list} = edited;
		const recallNow = (): Recall => recall ?? recallFrom(use.history?.texts() ?? [], line);
		const isChosen = list !== null && list.chosen !== null;
		const isOfNames = list?.kind === 'names';
		const step = (completions: Completions): void => set({...edited, completions, message: ''});
		switch (key) {
			case 'return': {
				if (isChosen && !isOfNames) {
					edit(list.take(list.chosen ?? 0));
					break;
				}

				const left = use.enter(edited);
				if (left) {
					set(left);
				} else {
					close();
				}

				break;
			}
			case 'escape':
				if (isChosen && !isOfNames) {
					set({...edited, completions: null});
				} else {
					use.leave?.();
					close();
				}

				break;
			case 'tab':
				if (use.tab) {
					edit(use.tab(line));
				} else if (!list) {
					void complete(line, true);
				} else if (!isOfNames) {
					choose(list);
				} else if (list.items.length > 0) {
					edit(list.take(list.chosen ?? 0));
				}

				break;
			case 'down':
				if (list && !recall) {
					step(stepped(list, 1));
				} else {
					recalled(walked(recallNow(), 1));
				}

				break;
			case 'up':
				if (list && (isChosen || isOfNames)) {
					step(stepped(list, -1));
				} else {
					recalled(walked(recallNow(), -1));
				}

				break;
			case 'ctrl-r':
				if (use.history) {
					recalled(sought(line, recallNow(), ''));
				}

				break;
			default: {
				const next = editedBy(line, key);
				if (next) {
					edit(next);
				}
			}
		}
	};
	return {
		open(line, message) {
			set(editedLine(line, message));
			void complete(line);
		},
		isOpen: () => latest() !== null,
		isEarly: typed =>
			awaited !== undefined && (awaited.isAsked || (typed.type === 'key' && ofCompletions.has(typed.key))),
		type(typed) {
			const edited = latest();
			const found = edited?.recall && soughtBy(typed, edited.line, edited.recall);
			if (found) {
				recalled(found);
			} else if (edited && typed.type === 'text') {
				edit(inserted(edited.line, typed.text));
			} else if (edited && typed.type === 'key') {
				press(typed.key, edited);
			}
		},
		paste(text) {
			const edited = latest();
			if (edited) {
				edit(inserted(edited.line, text));
			}
		},
		stop,
	};
}

/** Chooses the next or previous completion. After the last one no completion is chosen, then the first; `names` skip "none". */
function stepped(list: Completions, step: 1 | -1): Completions {
	const {kind, items, chosen} = list;
	const {length} = items;
	if (kind === 'names') {
		const from = chosen ?? (step === 1 ? -1 : length);
		return {...list, chosen: length === 0 ? null : (from + step + length) % length};
	}
	// "No completion" has its own position, after the last item.
	const count = length + 1;
	const next = ((chosen ?? length) + step + count) % count;
	return {...list, chosen: next === length ? null : next};
}

/**
 * Provides a line editor as React state. Without completions: their running request belongs to an editor that lives longer than
 * one frame, as in `liveSearch`.
 */
export function useLineEditor(
	use: Omit<LineUse, 'complete'>,
): LineEditor & {readonly shown: EditedLine | null} {
	const {shown, ...state} = useLatestState<EditedLine | null>(null);
	return {...lineEditor(use, state), shown};
}

import {useRef} from 'react';
import type {Saved} from '../../copy-and-save/save-file.js';
import type {Saver} from '../../copy-and-save/saver.js';
import {minute} from '../../durations.js';
import {counted} from '../../format/amounts.js';
import type {TimeFormatter} from '../../format/time-formatter.js';
import type {FooterHint} from '../../keys/footer-hints.js';
import {afterColon, inParentheses, keyed} from '../../keys/keyed.js';
import type {Order} from '../../query/order.js';
import type {Query} from '../../query/query.js';
import type {Store} from '../../store/store.js';
import {type LineEditor, type Prompt, useLineEditor} from '../prompt/line-editor.js';
import {lineOf, type TextLine, tooLongText} from '../prompt/text-line.js';
import {useLatestState} from '../state/use-latest-state.js';

/** Returns the default name of a file saved at `now` (ms since 1970), without the ending: `requests-2026-11-05-0903`. */
export function fileName(now: number, zoneAt: (time: number) => number): string {
	const wall = new Date(now + zoneAt(now) * minute).toISOString();
	return `requests-${wall.slice(0, 10)}-${wall.slice(11, 13)}${wall.slice(14, 16)}`;
}

/** A save in progress. */
export type RunningSave = {
	readonly path: string;
	/** Progress in percent; null until the log has been read. */
	readonly percent: number | null;
};

function withNextEnding(name: string, endings: readonly string[]): string {
	const at = endings.findIndex(ending => name.endsWith(ending));
	const stem = at === -1 ? name : name.slice(0, -(endings[at]?.length ?? 0));
	return stem + (endings[(at + 1) % endings.length] ?? '');
}

/** Returns the progress of a save as text, or an empty text if no save is running. */
export function savingText(running: RunningSave | null): string {
	return running === null
		? ''
		: (running.percent === null
				? `saving ${running.path} once the log has been read`
				: `saving ${running.path}: ${running.percent} %`) + inParentheses(keyed`${'close'} cancels it`);
}

/** Dependencies of `useSaving`. */
export type SavingOptions = {
	readonly saver: Saver;
	readonly store: Store;
	readonly query: Query;
	/** Returns the order of the rows. */
	readonly orderNow: () => Order;
	readonly formatTime: TimeFormatter;
	/** Returns the default name without its ending. */
	readonly name: () => string;
	/** Returns true if another input line or panel is open, which the prompt must not replace. */
	readonly isTypingElse: () => boolean;
	readonly showHint: (text: string) => void;
};

/** Saves the requests of the current search. The input line edits the name of the file. */
export type Saving = Omit<LineEditor, 'open'> & {
	/** The input line for the file name; null while it is closed. */
	readonly prompt: Prompt | null;
	/** The save in progress, or null. */
	readonly running: RunningSave | null;
	open(): void;
	isRunning(): boolean;
	/** Cancels the save in progress. Returns false if no save is running. */
	cancel(): boolean;
};

/** Provides the prompt and saves one file at a time. */
export function useSaving({
	saver,
	store,
	query,
	orderNow,
	formatTime,
	name,
	isTypingElse,
	showHint,
}: SavingOptions): Saving {
	const {shown: running, latest, set} = useLatestState<RunningSave | null>(null);
	const saving = useRef<AbortController | null>(null);
	/** The line whose file exists, after the input line has reported it. Enter then replaces the file. */
	const replaceable = useRef<TextLine | null>(null);
	const {shown: edited, ...editor} = useLineEditor({
		tab: ({text}) => lineOf(withNextEnding(text, saver.endings)),
		enter(written) {
			const {line} = written;
			const path = line.text.trim();
			// A truncated name would be the name of another file.
			const problem = path === '' ? null : tooLongText(line) || saver.problemWith(path);
			if (problem !== null) {
				replaceable.current = null;
				return {...written, message: problem};
			}
			if (path !== '') {
				save(path, line === replaceable.current);
			}
			return null;
		},
	});
	const ended = (path: string, saved: Saved, hasBegun: boolean): void => {
		saving.current = null;
		set(null);
		/** Reopens the input line to correct the name, unless writing has begun or another input line or panel is open. */
		const ask = (problem: string, mayReplace: boolean): void => {
			if (hasBegun || isTypingElse()) {
				showHint(problem);
			} else {
				const line = lineOf(path);
				replaceable.current = mayReplace ? line : null;
				editor.open(line, problem);
			}
		};
		switch (saved.how) {
			case 'saved': {
				const lacking = saved.missed > 0 ? `; ${counted(saved.missed, 'line')} could no longer be read` : '';
				showHint(`Saved ${counted(saved.requests, 'request')} in ${path}${lacking}`);
				break;
			}
			case 'exists':
				ask(`${path} already exists: Enter replaces it, or change the name`, true);
				break;
			case 'failed':
				ask(saved.problem, false);
				break;
			case 'cancelled':
				showHint(`${path} wasn’t saved; the partial file was removed`);
		}
	};
	const save = (path: string, overwrite: boolean): void => {
		const controller = new AbortController();
		saving.current = controller;
		set({path, percent: null});
		let hasBegun = false;
		void saver
			.save({
				path,
				overwrite,
				store,
				query,
				order: orderNow(),
				formatTime,
				signal: controller.signal,
				progressed(progress) {
					hasBegun ||= progress !== null;
					const percent = progress && Math.floor((100 * progress.saved) / Math.max(1, progress.of));
					if (percent !== latest()?.percent) {
						set({path, percent: percent && Math.min(100, percent)});
					}
				},
			})
			.then(saved => ended(path, saved, hasBegun));
	};
	const enter = edited && edited.line === replaceable.current ? replaces : saves;
	return {
		...editor,
		prompt: edited && {label: 'save as: ', edited, hints: [enter, ...saveHints], isPublic: true},
		running,
		open() {
			if (saving.current) {
				showHint(`A file is already being saved${afterColon(keyed`${'close'} cancels it`)}`);
			} else {
				editor.open(lineOf(name() + (saver.endings[0] ?? '')));
			}
		},
		isRunning: () => saving.current !== null,
		cancel() {
			saving.current?.abort();
			return saving.current !== null;
		},
	};
}

const saves: FooterHint = {key: 'Enter', text: 'saves'};
const replaces: FooterHint = {key: 'Enter', text: 'replaces it'};

const saveHints: readonly FooterHint[] = [
	{key: 'Tab', text: 'CSV, JSON lines, log, text'},
	{key: 'Esc', text: 'goes back'},
];

import {useRef} from 'react';
import {minute} from '../../durations.js';
import {counted} from '../../format/amounts.js';
import type {TimeFormatter} from '../../format/time-formatter.js';
import {afterColon, inParentheses, keyed} from '../../keys/keyed.js';
import type {Query} from '../../query/query.js';
import type {Store} from '../../store/store.js';
import {lineOf, type TextLine, tooLongText, typedInto} from '../../view/prompt/text-line.js';
import type {Writer} from '../../view/prompt/writer.js';
import {useLatestState} from '../../view/state/use-latest-state.js';
import type {Typed} from '../../view/terminal/key-queue.js';
import type {Saved} from '../save-file.js';
import type {Saver} from '../saver.js';

/** Returns the default name of a file saved at `now` (ms since 1970), without the ending: `requests-2026-11-05-0903`. */
export function fileName(now: number, zoneAt: (time: number) => number): string {
	const wall = new Date(now + zoneAt(now) * minute).toISOString();
	return `requests-${wall.slice(0, 10)}-${wall.slice(11, 13)}${wall.slice(14, 16)}`;
}

/** The prompt for the name of the file. */
export type SavePrompt = {
	readonly line: TextLine;
	/** The error message, or empty. */
	readonly problem: string;
	/** True if Enter replaces the existing file of that name. Set after the prompt has reported that file. */
	readonly mayReplace: boolean;
};

/** A save in progress. */
type RunningSave = {
	readonly path: string;
	/** Progress in percent; null until the log has been read. */
	readonly percent: number | null;
};

/** State of the prompt and the save in progress. Immutable. */
export type SavingState = {readonly prompt: SavePrompt | null; readonly running: RunningSave | null};

const savingNothing: SavingState = {prompt: null, running: null};

/** Creates a prompt with a name. */
function promptFor(name: string, problem = '', mayReplace = false): SavePrompt {
	return {
		line: lineOf(name),
		problem,
		mayReplace,
	};
}

/**
 * Returns the prompt after an edit, without its error; null if the key has no effect. Tab replaces the ending with the next one.
 */
export function edited({line}: SavePrompt, typed: Typed, endings: readonly string[]): SavePrompt | null {
	const next =
		typed.type === 'key' && typed.key === 'tab'
			? lineOf(withNextEnding(line.text, endings))
			: typedInto(line, typed);
	return next && {line: next, problem: '', mayReplace: false};
}

function withNextEnding(name: string, endings: readonly string[]): string {
	const at = endings.findIndex(ending => name.endsWith(ending));
	const stem = at === -1 ? name : name.slice(0, -(endings[at]?.length ?? 0));
	return stem + (endings[(at + 1) % endings.length] ?? '');
}

/** Returns the progress of a save as text, or an empty text if no save is running. */
export function savingText({running}: SavingState): string {
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
	readonly formatTime: TimeFormatter;
	/** Returns the default name without its ending. */
	readonly name: () => string;
	/** Returns true if another input line or panel is open, which the prompt must not replace. */
	readonly isTypingElse: () => boolean;
	readonly tell: (text: string) => void;
};

/** Saves the requests of the current search. The input line edits the name of the file. */
export type Saving = Writer & {
	readonly state: SavingState;
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
	formatTime,
	name,
	isTypingElse,
	tell,
}: SavingOptions): Saving {
	const {shown: state, latest, set: setState} = useLatestState(savingNothing);
	const running = useRef<AbortController | null>(null);
	const set = (changes: Partial<SavingState>): void => setState({...latest(), ...changes});

	const ended = (path: string, saved: Saved, hasBegun: boolean): void => {
		running.current = null;
		set({running: null});
		/** Reopens the prompt to correct the name, unless writing has begun or another input line or panel is open. */
		const ask = (problem: string, mayReplace: boolean): void => {
			if (hasBegun || isTypingElse()) {
				tell(problem);
			} else {
				set({prompt: promptFor(path, problem, mayReplace)});
			}
		};

		switch (saved.how) {
			case 'saved': {
				const lacking = saved.missed > 0 ? `; ${counted(saved.missed, 'line')} could no longer be read` : '';
				tell(`Saved ${counted(saved.requests, 'request')} in ${path}${lacking}`);
				break;
			}

			case 'exists':
				ask(`${path} already exists: Enter replaces it, or change the name`, true);
				break;
			case 'failed':
				ask(saved.problem, false);
				break;
			case 'cancelled':
				tell(`${path} wasn’t saved; the partial file was removed`);
		}
	};

	const save = ({line: {text}, mayReplace}: SavePrompt): void => {
		const path = text.trim();
		const controller = new AbortController();
		running.current = controller;
		set({prompt: null, running: {path, percent: null}});
		let hasBegun = false;
		void saver
			.save({
				path,
				overwrite: mayReplace,
				store,
				query,
				formatTime,
				signal: controller.signal,
				told(progress) {
					hasBegun ||= progress !== null;
					const percent = progress && Math.floor((100 * progress.saved) / Math.max(1, progress.of));
					if (percent !== latest().running?.percent) {
						set({running: {path, percent: percent && Math.min(100, percent)}});
					}
				},
			})
			.then(saved => ended(path, saved, hasBegun));
	};

	return {
		state,
		open() {
			if (running.current) {
				tell(`A file is already being saved${afterColon(keyed`${'close'} cancels it`)}`);
			} else {
				set({prompt: promptFor(name() + (saver.endings[0] ?? ''))});
			}
		},
		isOpen: () => latest().prompt !== null,
		type(typed) {
			const {prompt} = latest();
			if (!prompt) {
				return;
			}

			const key = typed.type === 'key' ? typed.key : '';
			if (key === 'escape' || (key === 'return' && prompt.line.text.trim() === '')) {
				set({prompt: null});
			} else if (key === 'return') {
				// A truncated name would be the name of another file.
				const problem = tooLongText(prompt.line) || saver.problemWith(prompt.line.text.trim());
				if (problem === null) {
					save(prompt);
				} else {
					set({prompt: {...prompt, problem, mayReplace: false}});
				}
			} else {
				set({prompt: edited(prompt, typed, saver.endings) ?? prompt});
			}
		},
		isRunning: () => running.current !== null,
		cancel() {
			running.current?.abort();
			return running.current !== null;
		},
	};
}

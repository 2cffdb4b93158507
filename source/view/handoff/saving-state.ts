import {inParentheses, keyed} from '../keys/keyed.js';
import type {Typed} from '../keys/typed.js';
import {lineOf, type TextLine, typedInto} from '../prompt/text-line.js';

/** The name that is being written. */
export type SavePrompt = {
	readonly line: TextLine;
	/** What is the matter with it; empty when nothing is. */
	readonly problem: string;
	/** Whether Enter replaces the file of that name: one has been told that there is one. */
	readonly mayReplace: boolean;
};

/** What is being saved. */
export type RunningSave = {
	readonly path: string;
	/** Of a hundred; null while the log is still being read. */
	readonly percent: number | null;
};

/** Never changed in place. */
export type SavingState = {readonly prompt: SavePrompt | null; readonly running: RunningSave | null};

/** Nothing is saved, nothing written. */
export const savingNothing: SavingState = {prompt: null, running: null};

/** The prompt with a name. */
export const promptFor = (name: string, problem = '', mayReplace = false): SavePrompt => ({
	line: lineOf(name),
	problem,
	mayReplace,
});

/**
 * What is typed edits the name, Tab gives it the next ending; whatever was said of it before goes. Null where the key
 * means nothing.
 */
export const edited = ({line}: SavePrompt, typed: Typed, endings: readonly string[]): SavePrompt | null => {
	const next =
		typed.type === 'key' && typed.key === 'tab'
			? lineOf(withNextEnding(line.text, endings))
			: typedInto(line, typed);
	return next && {line: next, problem: '', mayReplace: false};
};

const withNextEnding = (name: string, endings: readonly string[]): string => {
	const at = endings.findIndex(ending => name.endsWith(ending));
	const stem = at === -1 ? name : name.slice(0, -(endings[at]?.length ?? 0));
	return stem + (endings[(at + 1) % endings.length] ?? '');
};

/** How far it is, for reading; empty where nothing is being saved. */
export const savingText = ({running}: SavingState): string =>
	running === null
		? ''
		: (running.percent === null
				? `saving ${running.path} once the log has been read`
				: `saving ${running.path}: ${running.percent} %`) + inParentheses(keyed`${'close'} ends it`);

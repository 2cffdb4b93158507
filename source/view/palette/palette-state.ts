import type {Command} from '../../keys/command.js';
import {nearest} from '../../nearest.js';
import {editedBy, emptyLine, inserted, lineOf, type TextLine, tooLongText} from '../prompt/text-line.js';
import type {CompletionList} from '../search/search-state.js';
import type {Typed} from '../terminal/key-queue.js';
import {matchItems, needsArgument, type PaletteItem, type PaletteWord} from './palette-items.js';

/** State of the palette. Immutable. */
export type PaletteState = {
	readonly line: TextLine;
	/** Index of the item that the user chose; null if the text decides. */
	readonly chosen: number | null;
	/** The error message, or empty. */
	readonly problem: string;
};

export const emptyPalette: PaletteState = {line: emptyLine, chosen: null, problem: ''};

/** All possible input: the listed items, and words including hidden ones. */
export type Vocabulary = {readonly items: readonly PaletteItem[]; readonly words: readonly PaletteWord[]};

/** Completions of the line: names of commands, or arguments of a word. */
type Choices =
	| {readonly of: 'items'; readonly items: readonly PaletteItem[]; readonly chosen: number | null}
	| {
			readonly of: 'arguments';
			readonly word: PaletteWord;
			readonly argument: string;
			readonly names: readonly string[];
			readonly details: readonly string[];
			readonly chosen: number | null;
	  };

/** Result of a key: the next state, or null if the palette closes, and the command to run. */
export type Step = {readonly state: PaletteState | null; readonly command?: Command};

/** Returns the completions to list. */
export function paletteList(state: PaletteState, vocabulary: Vocabulary): CompletionList {
	const choices = choicesOf(state, vocabulary);
	const {chosen} = choices;
	const typed = {kind: 'word'} as const;
	if (choices.of === 'arguments') {
		const items = choices.names.map((name, index) => ({name, detail: choices.details[index] ?? ''}));
		return {items, chosen, typed};
	}

	const keyWidth = Math.max(0, ...vocabulary.items.map(({key}) => key.length));
	const items = choices.items.map(({name, key, help, word}) => ({
		name: word?.argument === undefined ? name : `${name} ${word.argument}`,
		detail: `${key.padEnd(keyWidth)}  ${help}`,
	}));
	return {items, chosen, typed};
}

/** Handles a key or typed text. */
export function typedIn(state: PaletteState, typed: Typed, vocabulary: Vocabulary): Step {
	const {line} = state;
	if (typed.type === 'text') {
		return {state: {...emptyPalette, line: inserted(line, typed.text)}};
	}

	const choices = choicesOf(state, vocabulary);
	const length = choices.of === 'items' ? choices.items.length : choices.names.length;
	switch (typed.key) {
		case 'escape':
			return {state: null};
		case 'up':
		case 'down': {
			const from = choices.chosen ?? (typed.key === 'down' ? -1 : length);
			const next = (from + (typed.key === 'down' ? 1 : -1) + length) % Math.max(1, length);
			return {state: {line, chosen: length === 0 ? null : next, problem: ''}};
		}

		case 'tab':
			return {state: completed(state, choices)};
		case 'return':
			// Never runs a truncated command: it would do something that the user didn't request.
			if (tooLongText(line) !== '') {
				return {state};
			}

			return choices.of === 'arguments'
				? runWord(state, choices, vocabulary)
				: runItem(state, choices, vocabulary);
		default: {
			// Backspace on an empty line closes the palette, as in other editors with a command line.
			if (typed.key === 'backspace' && line.text === '') {
				return {state: null};
			}

			const edited = editedBy(line, typed.key);
			return {state: edited ? {...emptyPalette, line: edited} : state};
		}
	}
}

function choicesOf({line: {text}, chosen}: PaletteState, {items, words}: Vocabulary): Choices {
	const [, head = '', argument] = /^\s*(\S+)(?:\s+(.*))?$/s.exec(text) ?? [];
	const word = argument === undefined ? undefined : wordFor(head, words);
	if (word === undefined || argument === undefined) {
		const found = matchItems(items, text);
		return {of: 'items', items: found.items, chosen: chosen ?? (found.isMeant ? 0 : null)};
	}

	const wanted = argument.trim().toLowerCase();
	const candidates = (word.candidates?.(argument.trim()) ?? []).filter(({name}) =>
		name.toLowerCase().includes(wanted),
	);
	const [names, details] = [candidates.map(({name}) => name), candidates.map(({detail}) => detail)];
	return {of: 'arguments', word, argument: argument.trim(), names, details, chosen};
}

/** Finds the word before the space by its name or the start of its name. */
function wordFor(head: string, words: readonly PaletteWord[]): PaletteWord | undefined {
	const wanted = head.toLowerCase();
	const taking = words.filter(({argument}) => argument !== undefined);
	return (
		taking.find(({name}) => name === wanted) ??
		taking.find(({name, isHidden}) => !isHidden && name.startsWith(wanted))
	);
}

function completed(state: PaletteState, choices: Choices): PaletteState {
	const at = choices.chosen ?? 0;
	if (choices.of === 'arguments') {
		const name = choices.names[at];
		return name === undefined ? state : {...emptyPalette, line: lineOf(`${choices.word.name} ${name}`)};
	}

	const item = choices.items[at];
	return item ? {...emptyPalette, line: lineOf(item.name + (item.word?.argument ? ' ' : ''))} : state;
}

function runWord(
	state: PaletteState,
	choices: Choices & {readonly of: 'arguments'},
	vocabulary: Vocabulary,
): Step {
	const {word, names, chosen} = choices;
	const argument = (chosen === null ? undefined : names[chosen]) ?? choices.argument;
	if (argument === '') {
		const item = vocabulary.items.find(({name}) => name === word.name);
		if (item && !needsArgument(item)) {
			return run(state, item);
		}

		return {
			state: {...state, problem: `${word.name} needs an argument: ${word.name} ${word.argument}`},
		};
	}

	const problem = word.run(argument);
	return {state: problem === '' ? null : {...state, problem}};
}

function runItem(state: PaletteState, choices: Choices & {readonly of: 'items'}, {items}: Vocabulary): Step {
	const text = state.line.text.trim();
	const item = choices.items[choices.chosen ?? -1];
	if (!item) {
		return text === '' ? {state: null} : {state: {...state, problem: unknown(text, choices.items, items)}};
	}

	if (needsArgument(item)) {
		return {state: {...emptyPalette, line: lineOf(`${item.name} `)}};
	}

	return run(state, item);
}

/** Runs an item without an argument. */
function run(state: PaletteState, {command, word}: PaletteItem): Step {
	if (command !== null) {
		return {state: null, command};
	}

	const problem = word?.run('') ?? '';
	return {state: problem === '' ? null : {...state, problem}};
}

/** Returns the error message for an unknown name, with a suggestion. */
function unknown(text: string, found: readonly PaletteItem[], items: readonly PaletteItem[]): string {
	if (found.length > 0) {
		return `No command is named ${text}: ↓ chooses a related one`;
	}

	const [head = '', ...more] = text.split(/\s+/);
	const names = items.map(({name}) => name);
	if (more.length > 0 && names.includes(head)) {
		return `${head} takes no argument`;
	}

	const near = nearest(head.toLowerCase(), names);
	return near === undefined
		? `There is no command ${head} here: an empty line lists all there are`
		: `There is no command ${head}: did you mean ${near}?`;
}

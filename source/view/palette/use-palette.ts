import type {Command} from '../../keys/command.js';
import type {Surroundings} from '../../keys/why-not.js';
import {nearest} from '../../nearest.js';
import {
	type Completions,
	type EditedLine,
	editedLine,
	type LineEditor,
	lineEditor,
	type Prompt,
} from '../prompt/line-editor.js';
import {lineOf, type TextLine, tooLongText} from '../prompt/text-line.js';
import {useLatestState} from '../state/use-latest-state.js';
import type {Typed} from '../terminal/key-queue.js';
import {
	type Candidate,
	matchItems,
	needsArgument,
	type PaletteItem,
	type PaletteWord,
	paletteItems,
} from './palette-items.js';

/** The input line for commands by name. */
export type Palette = Omit<LineEditor, 'open' | 'type'> & {
	/** Null while the palette is closed. */
	readonly prompt: Prompt | null;
	/**
	 * @param text - the beginning of the line
	 * @param message - a message about it
	 */
	open(text?: string, message?: string): void;
	/** Handles a key or typed text. Returns the command to run, if any. */
	type(typed: Typed): Command | undefined;
};

/** Provides the palette, which runs commands and words by name. */
export function usePalette(words: readonly PaletteWord[], surroundings: () => Surroundings): Palette {
	const {shown, latest, set} = useLatestState<EditedLine | null>(null);
	const vocabulary = (): Vocabulary => ({items: paletteItems(words, surroundings()), words});
	/** Lists the completions again, because the available commands change with the screen. Keeps the user's choice. */
	const listed = (edited: EditedLine): EditedLine => {
		const list = listFor(edited.line, vocabulary());
		return {...edited, completions: {...list, chosen: edited.completions?.chosen ?? list.chosen}};
	};
	let command: Command | undefined;
	const editor = lineEditor(
		{
			enter(edited) {
				const entered = enteredIn(edited, vocabulary());
				({command} = entered);
				return entered.left;
			},
		},
		{
			latest() {
				const edited = latest();
				return edited && listed(edited);
			},
			set,
		},
	);
	return {
		...editor,
		prompt: shown && {label: ':', edited: listed(shown), hints: paletteHints},
		open: (text = '', message = '') => editor.open(lineOf(text), message),
		type(typed) {
			command = undefined;
			if (typed.type === 'key' && typed.key === 'backspace' && latest()?.line.text === '') {
				// Backspace on an empty line closes the palette, as in other editors with a command line.
				set(null);
			} else {
				editor.type(typed);
			}
			return command;
		},
	};
}

const paletteHints: Prompt['hints'] = [
	{key: 'Enter', text: 'runs it'},
	{key: 'Tab', text: 'completes'},
	{key: '↓ ↑', text: 'choose'},
	{key: 'Esc', text: 'goes back'},
];

/** All possible input: the listed items, and words including hidden ones. */
type Vocabulary = {readonly items: readonly PaletteItem[]; readonly words: readonly PaletteWord[]};

/** Completions of the line: names of commands, or arguments of a word. */
type Choices =
	| {readonly of: 'items'; readonly items: readonly PaletteItem[]; readonly isMeant: boolean}
	| {
			readonly of: 'arguments';
			readonly word: PaletteWord;
			readonly argument: string;
			readonly candidates: readonly Candidate[];
	  };

function choicesFor({text}: TextLine, {items, words}: Vocabulary): Choices {
	const [, head = '', argument] = /^\s*(\S+)(?:\s+(.*))?$/s.exec(text) ?? [];
	const word = argument === undefined ? undefined : wordFor(head, words);
	if (word === undefined || argument === undefined) {
		return {of: 'items', ...matchItems(items, text)};
	}
	const written = argument.trim();
	// `@app` finds `@x_app_version`, too.
	const part = written.toLowerCase().replace(/^@/, '');
	const candidates = (word.candidates?.(written) ?? []).filter(({name}) => name.toLowerCase().includes(part));
	return {of: 'arguments', word, argument: written, candidates};
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

/** Returns the completions to list. */
function listFor(line: TextLine, vocabulary: Vocabulary): Completions {
	const choices = choicesFor(line, vocabulary);
	if (choices.of === 'arguments') {
		const {word, candidates} = choices;
		return {
			kind: 'names',
			items: candidates,
			chosen: null,
			take: index => lineOf(`${word.name} ${candidates[index]?.name}`),
		};
	}
	const {items, isMeant} = choices;
	const keyWidth = Math.max(0, ...vocabulary.items.map(({key}) => key.length));
	return {
		kind: 'names',
		items: items.map(({name, key, help, word}) => ({
			name: word?.argument === undefined ? name : `${name} ${word.argument}`,
			detail: `${key.padEnd(keyWidth)}  ${help}`,
		})),
		chosen: isMeant ? 0 : null,
		take: index => lineOf(`${items[index]?.name}${items[index]?.word?.argument ? ' ' : ''}`),
	};
}

/** Result of Enter: the line that stays, or null if the palette closes, and the command to run. */
type Entered = {readonly left: EditedLine | null; readonly command?: Command};

/** Runs the chosen item, or otherwise the word and argument in the line. */
function enteredIn(edited: EditedLine, vocabulary: Vocabulary): Entered {
	const {line, completions} = edited;
	// Never runs a truncated command: it would do something that the user didn't request.
	if (tooLongText(line) !== '') {
		return {left: edited};
	}
	const choices = choicesFor(line, vocabulary);
	const chosen = completions?.chosen ?? -1;
	const stays = (message: string): Entered => ({left: message === '' ? null : {...edited, message}});
	/** Runs an item without an argument. */
	const run = ({command, word}: PaletteItem): Entered =>
		command === null ? stays(word?.run('') ?? '') : {left: null, command};

	if (choices.of === 'arguments') {
		const {word, candidates} = choices;
		const argument = candidates[chosen]?.name ?? choices.argument;
		if (argument !== '') {
			return stays(word.run(argument));
		}
		const alone = vocabulary.items.find(({name}) => name === word.name);
		return alone && !needsArgument(alone)
			? run(alone)
			: stays(`${word.name} needs an argument: ${word.name} ${word.argument}`);
	}
	const item = choices.items[chosen];
	if (!item) {
		const text = line.text.trim();
		return stays(text === '' ? '' : unknown(text, choices.items, vocabulary.items));
	}
	return needsArgument(item) ? {left: editedLine(lineOf(`${item.name} `))} : run(item);
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

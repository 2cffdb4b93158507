import type {FooterHint} from '../keys/footer-hints.js';
import {type Writing, writing} from '../prompt/writing.js';
import type {SavePrompt} from './saving-state.js';

/** The line for the name of a file. */
export const saveWriting = ({line, problem, mayReplace}: SavePrompt): Writing =>
	writing('save as: ', line, [mayReplace ? replaces : saves, ...saveHints], problem);

const saves: FooterHint = {key: 'Enter', text: 'saves'};
const replaces: FooterHint = {key: 'Enter', text: 'replaces it'};

const saveHints: readonly FooterHint[] = [
	{key: 'Tab', text: 'CSV, JSON lines, log, text'},
	{key: 'Esc', text: 'goes back'},
];

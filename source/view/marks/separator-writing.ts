import type {FooterHint} from '../keys/footer-hints.js';
import type {TextLine} from '../prompt/text-line.js';
import {type Writing, writing} from '../prompt/writing.js';

/** The line for the text of a separator. */
export const separatorWriting = (line: TextLine): Writing => writing('separator: ', line, separatorHints);

const separatorHints: readonly FooterHint[] = [
	{key: 'Enter', text: 'puts it there, also without text'},
	{key: 'Esc', text: 'goes back'},
];

import type {FooterHint} from '../keys/footer-hints.js';
import {keysOf} from '../keys/keys-in-force.js';
import {type Writing, writing} from '../prompt/writing.js';
import type {FindState} from './find-state.js';

/** The line for what is to be found. */
export const findWriting = ({line}: NonNullable<FindState['prompt']>): Writing =>
	writing('find: ', line, findHints());

const findHints = (): readonly FooterHint[] => [
	{key: 'Enter', text: 'goes to the first'},
	...[keysOf('findNext', 'findPrevious')].flatMap(key => (key === null ? [] : [{key, text: 'go on then'}])),
	{key: 'Esc', text: 'goes back'},
];

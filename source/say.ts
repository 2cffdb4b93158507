import {sanitise} from './listing/sanitise.js';

/** Says something to the user, on one line of stderr, whatever the text holds. */
export const say = (text: string): void => {
	process.stderr.write(`reqscope: ${sanitise(text)}\n`);
};
